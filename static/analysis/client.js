// Asks the site what turns from a first position lead to, and what the position there is worth. Each answer is kept.

export class AnalysisClient {
  #answers = new Map();

  // `address` is that of the analysis board, with the options of the game.
  constructor(fen, address, words) {
    Object.assign(this, { fen, address, words });
  }

  // What the site answers to this body, of a part of the board's address; null where nobody answered.
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

  // The site's answer; null where nobody answered, or not as agreed.
  async post(path, fields) {
    const answer = await this.send(path, {}, new URLSearchParams({ fen: this.fen, ...fields }));
    return answer ? answer.json().catch(() => null) : null;
  }

  async #line(turns, evaluate) {
    const moves = turns.map((played) => played.join(" ")).join("\n");
    const key = `${evaluate} ${moves}`;
    const answer = this.#answers.get(key) ?? await this.post("", { moves, judge: evaluate });
    if (answer?.picture) this.#answers.set(key, answer);
    return answer;
  }

  // The position after these turns, with what can be played there.
  told(turns) {
    return this.#line(turns, "no");
  }

  // What it is worth, too.
  evaluated(turns) {
    return this.#line(turns, "yes");
  }

  // What the turns of a whole tree lead to, as `/analysis/tree` answers.
  async tree(rows) {
    const answer = await this.post("/tree", { nodes: JSON.stringify(rows.map(([parent, played]) => [parent, played, ""])) });
    if (answer?.nodes) return answer;
    return { nodes: [], fault: answer?.refusal?.sentence ?? this.words.no_answer };
  }
}
