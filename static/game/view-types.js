// @ts-check
// The types of views, made by `python -m tools.view_types`.

/**
 * A table as its viewer may see it.
 * @typedef {object} View
 * @property {string} table the id of the table
 * @property {number} number turns played and not taken back, which `act` must repeat
 * @property {number} takebacks takebacks so far; with `number` it identifies the position
 * @property {"open" | "running" | "finished" | "stopped"} status `open`: a chair is free, `stopped`: the rules disagree with the journal of the table
 * @property {ChairView[]} chairs in the order of seats
 * @property {ClocksView | null} clocks
 * @property {number[]} offers the seats that offer a draw now
 * @property {BackView | null} back
 * @property {AbsentView | null} absent
 * @property {PictureView} picture
 * @property {TallyView[]} tallies
 * @property {string} variant the name of its folder
 * @property {Record<string, boolean | number | string>} settings
 * @property {string} control `none`, `5+3` (minutes, seconds) or `3d` (days a turn)
 * @property {string} control_title
 * @property {boolean} set_up the game began from a position that was set up: of a hidden board one player knows it
 * @property {boolean} rated the game counts for the ratings of its players
 * @property {Record<string, "arrow" | "failed" | "clash" | "lost" | "born">} signs event code -> how a board shows it
 * @property {Record<string, number>} owners symbol -> the seat whose piece it is, to count pieces
 * @property {Record<string, number[]>} army symbol -> the number of these pieces in the first position that count as material, and the value of one in pawns; empty for a hidden board
 * @property {DiceView} [dice] only with a chance player
 * @property {number} since the number of turns that the reader is taken to have
 * @property {TurnView[]} turns those after `since`, at most the last 200; `/turns` has the earlier ones
 * @property {RematchView | null} rematch
 * @property {number | null} viewer the seat of the viewer; null for an onlooker
 * @property {MoveView | null} sealed the own sealed move
 * @property {PlanView | null} plan
 * @property {string[]} may the actions allowed to this viewer now, apart from moves: `abort`, `absent`, `addtime`, `claim`, `decline`, `offer`, `plan`, `rematch`, `resign`, `takeback`, `unplan`, `unrematch`, `withdraw`
 * @property {MoveView[]} moves the viewer's own
 * @property {Record<string, MoveView[]>} join for onlookers, by free seat of a running game, the moves by which they may take it
 * @property {ResultView | null} result
 */

/**
 * A chair of a table.
 * @typedef {object} ChairView
 * @property {number} seat
 * @property {string} code as the variant calls it
 * @property {"white" | "black" | "quartered" | "both"} stone the colour of the pieces that the seat commands
 * @property {string} name the chosen name or ""; (speech) a generated one
 * @property {string | null} person a public id; null where nobody sits
 * @property {number | null} computer the strength of the computer that plays it, from 1 to 3
 * @property {"free" | "later" | "choosing" | "sealed" | "waiting" | "out" | "done" | "nature"} state
 * @property {string} title the name of the seat
 * @property {string | null} seal the commitment to a sealed move
 * @property {number} broken seals broken in this turn
 * @property {boolean} away the player is absent
 * @property {RatingView} [rating] at a rated table
 */

/**
 * The rating of a player when they sat down, in points; with a deviation above 110 it is provisional.
 * @typedef {object} RatingView
 * @property {number} rating
 * @property {number} deviation
 */

/**
 * The clocks at the moment of sending. Those of `running` count down, but for a seat with a `first_move`.
 * @typedef {object} ClocksView
 * @property {(number | null)[]} left seconds by seat; null for a chance player
 * @property {number[]} running
 * @property {(number | null)[]} first_move seconds for the first move of a seat; null after it, and with days for a turn
 */

/**
 * A request of these seats to take turns back: to the position after `to` turns.
 * @typedef {object} BackView
 * @property {number} to
 * @property {number[]} seats
 */

/**
 * The absent seats that are to act.
 * @typedef {object} AbsentView
 * @property {number[]} seats
 * @property {number} in seconds until the others may claim
 */

/**
 * A board as this viewer may see it.
 * @typedef {object} PictureView
 * @property {[number, number]} size files, then ranks
 * @property {string[]} board a symbol, or an empty text, for each square
 * @property {Record<string, string>} marks square -> `check`, `unseen`, or `appeared`: on a hidden board, an opponent's piece that the viewer did not see there before the last turn
 * @property {string[][]} hands seat -> the symbol in each slot, or an empty text
 * @property {number[][]} [counts] the pieces in each slot, only where one may hold several
 */

/**
 * A count that players watch.
 * @typedef {object} TallyView
 * @property {string} code
 * @property {number | null} seat
 * @property {number} value
 * @property {number | null} limit
 * @property {string} text
 * @property {string} to_move what a player to move may do about it, or empty
 */

/**
 * The commitment to the dice.
 * @typedef {object} DiceView
 * @property {string} seal
 * @property {string | null} seed null until the game is over
 */

/**
 * A turn.
 * @typedef {object} TurnView
 * @property {number} number
 * @property {Record<string, string>} texts seat -> its move as players write it
 * @property {EventView[]} events
 * @property {LeftView} [left]
 * @property {Record<string, OpenedView>} [opened] by seat, where several seats acted
 * @property {string[]} sentences one an event
 * @property {string[]} notes those that the moves do not show
 * @property {HeadlineView | null} headline
 * @property {number} row
 * @property {number} latest the number of the first turn that a board shows together with it
 * @property {number} described_from the number of the first turn described together with it
 * @property {boolean} chance only the chance player acted
 * @property {boolean} begins no other seat has moved before in its row: `3.`, else `3…`
 */

/**
 * One event of a turn.
 * @typedef {object} EventView
 * @property {string} code
 * @property {number | null} seat
 * @property {number[]} squares
 * @property {string[]} pieces
 */

/**
 * Seats that left a game that the others play on.
 * @typedef {object} LeftView
 * @property {number[]} seats
 * @property {string} reason
 */

/**
 * A seal that was opened; on a hidden board only its digest until the game is over.
 * @typedef {object} OpenedView
 * @property {string} seal
 * @property {string} [move]
 * @property {string} [nonce]
 * @property {number} [takebacks]
 */

/**
 * The event that matters most in a turn.
 * @typedef {object} HeadlineView
 * @property {string} title
 * @property {string} verdict
 * @property {string} rest the events that the moves do not show, as sentences
 */

/**
 * Who wants another game, which of them want another variant, and the table where it is played.
 * @typedef {object} RematchView
 * @property {number[]} seats
 * @property {number[]} surprise
 * @property {string | null} table
 */

/**
 * A move that a seat may send: `id` is the text to send, `path` the squares that a player chooses for it.
 * @typedef {object} MoveView
 * @property {string} id
 * @property {number[]} path squares: 0, 1, 2 … row by row from the top left, then the slots of hands
 * @property {string} label as players write it
 * @property {boolean} [risky] moves of others in the same turn may make it illegal
 * @property {RiskView} [risk]
 * @property {string} [special] the code of a move without squares, such as a pass
 * @property {string} [becomes] the symbol that the mover will be, where a player chooses among several
 * @property {string} [title] (speech) of a special move
 * @property {string} [ask] (speech) the question before a special move, or empty
 */

/**
 * What a risky move needs and costs.
 * @typedef {object} RiskView
 * @property {string} needs
 * @property {string} price
 * @property {number[]} squares
 * @property {string[]} pieces
 * @property {string} needs_told part of a sentence
 * @property {string} price_told part of a sentence
 */

/**
 * What the viewer has planned: one answer to whatever is played, or lines of what is played from now on.
 * @typedef {object} PlanView
 * @property {MoveView | null} answer
 * @property {string[][]} lines the moves of each line, turn by turn
 * @property {boolean} missed no line fits the last turns: the plan ends with the next move of the seat
 */

/**
 * How a game ended: a share for each seat, the code of the reason, the seat that caused it.
 * @typedef {object} ResultView
 * @property {number[]} points
 * @property {string} reason
 * @property {number | null} seat
 * @property {string} title
 * @property {string} sentence
 * @property {boolean} counts false for a withdrawn or aborted game
 */

/**
 * The position after `number` turns, as a replay shows it.
 * @typedef {object} PastView
 * @property {PictureView} picture
 * @property {TallyView[]} tallies
 * @property {number} number
 * @property {string[]} seats the codes of the seats
 * @property {("white" | "black" | "quartered" | "both")[]} stones the colour of the pieces of each seat
 */

/**
 * An update without a new turn, which the browser merges into its view.
 * @typedef {object} BriefView
 * @property {string} table the id of the table
 * @property {number} number turns played and not taken back, which `act` must repeat
 * @property {number} takebacks takebacks so far; with `number` it identifies the position
 * @property {"open" | "running" | "finished" | "stopped"} status `open`: a chair is free, `stopped`: the rules disagree with the journal of the table
 * @property {ChairView[]} chairs in the order of seats
 * @property {ClocksView | null} clocks
 * @property {number[]} offers the seats that offer a draw now
 * @property {BackView | null} back
 * @property {AbsentView | null} absent
 * @property {number | null} viewer the seat of the viewer; null for an onlooker
 * @property {MoveView | null} sealed the own sealed move
 * @property {PlanView | null} plan
 * @property {string[]} may the actions allowed to this viewer now, apart from moves: `abort`, `absent`, `addtime`, `claim`, `decline`, `offer`, `plan`, `rematch`, `resign`, `takeback`, `unplan`, `unrematch`, `withdraw`
 */

/**
 * A game without players and secrets: an example, an analysis, a record.
 * @typedef {object} PublicView
 * @property {PictureView} picture
 * @property {TallyView[]} tallies
 * @property {Record<string, "arrow" | "failed" | "clash" | "lost" | "born">} signs event code -> how a board shows it
 * @property {Record<string, number>} owners symbol -> the seat whose piece it is
 * @property {string} variant
 * @property {null} viewer
 * @property {number} number
 * @property {SeatView[]} chairs
 * @property {MoveView[]} moves
 * @property {null} sealed
 * @property {TurnView[]} turns
 * @property {ResultView | null} result
 */

/**
 * A seat of a game, and its player.
 * @typedef {object} SeatView
 * @property {number} seat
 * @property {string} code as the variant calls it
 * @property {"white" | "black" | "quartered" | "both"} stone the colour of the pieces that the seat commands
 * @property {string} name the chosen name or ""; (speech) a generated one
 * @property {string | null} person a public id; null where nobody sits
 * @property {number | null} computer the strength of the computer that plays it, from 1 to 3
 * @property {"free" | "later" | "choosing" | "sealed" | "waiting" | "out" | "done" | "nature"} state
 * @property {string} title the name of the seat
 */

export {};
