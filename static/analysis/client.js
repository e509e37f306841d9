// Requests the positions after turns from a first position, and their evaluations. Answers are cached.

export class AnalysisClient {
  #answers = new Map();

  // `address` is that of the analysis board, with the options of the game.
  constructor(fen, address, words) {
    Object.assign(this, { fen, address, words });
  }

  // The response to this body at a part of the board's address; null without a response.
  async send(path, fields, body) {
    const url = new URL(this.address, location.href);
    url.pathname += path;
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
    try {
      return await fetch(url, { method: "POST", body });
    } catch {
      return null;
    }
  }

  // The response of the site; null without a valid one.
  async post(path, fields) {
    const answer = await this.send(path, {}, new URLSearchParams({ fen: this.fen, ...fields }));
    return answer ? answer.json().catch(() => null) : null;
  }

  async #line(turns, evaluate) {
    const moves = turns.map((played) => played.join(" ")).join("\n");
    const key = `${evaluate} ${moves}`;
    const answer = this.#answers.get(key) ?? (await this.post("", { moves, judge: evaluate }));
    if (answer?.picture) this.#answers.set(key, answer);
    return answer;
  }

  // The position after these turns, with its moves.
  position(turns) {
    return this.#line(turns, "no");
  }

  // The position with its evaluation, or a longer one.
  evaluation(turns, longer = false) {
    return this.#line(turns, longer ? "longer" : "yes");
  }

  // The positions of a whole tree, as `/analysis/tree` answers.
  async tree(rows) {
    const answer = await this.post("/tree", {
      nodes: JSON.stringify(rows.map(([parent, played]) => [parent, played, ""])),
    });
    if (answer?.nodes) return answer;
    return { nodes: [], fault: answer?.refusal?.sentence ?? this.words.no_answer };
  }
}
