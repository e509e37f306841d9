"""Random trees of the analysis board, as rows: the turn before, the moves, a comment."""


def grown(rules, turns, random):
    """A random tree: the first position, and turns each of which follows the last one or, at times, another."""
    start = rules.start(random=random)
    positions, rows = [start], []
    while len(rows) < turns:
        before = random.randrange(len(positions)) if random.random() < 0.3 else len(positions) - 1
        position = positions[before]
        if position.result() is not None:
            positions.append(start)
            rows.append([-1, *first(start, random)])
            positions[-1] = played(start, rows[-1][1])
            continue
        rows.append([before - 1, *first(position, random)])
        positions.append(played(position, rows[-1][1]))
    return start.fen(), rows


def first(position, random):
    return [[position.write(random.choice(list(position.moves(seat)))) for seat in sorted(position.to_act)], ""]


def played(position, moves):
    return position.play(dict(zip(sorted(position.to_act), map(position.read, moves), strict=True)))
