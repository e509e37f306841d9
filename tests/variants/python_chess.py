"""Positions and moves of python-chess as ours."""

import chess


def of_chess(board):
    """Our FEN of the other program's position."""
    flags = ""
    for colour in (chess.WHITE, chess.BLACK):
        king = board.king(colour)
        rooks = chess.SquareSet(board.clean_castling_rights() & board.occupied_co[colour])
        sides = [[chess.square_file(rook) for rook in rooks if (rook > king) == short] for short in (False, True)]
        flags += "".join(str(side[0]) if side else "8" for side in sides)
    en_passant = chess.square_name(board.ep_square) if board.ep_square is not None else "-"
    plies = 2 * (board.fullmove_number - 1) + (board.turn == chess.BLACK)
    return f'{board.board_fen()} {"wb"[not board.turn]} {plies} {{"flags":"{flags}","enpassant":"{en_passant}"}}'


def text_of(board, move):
    """The other program's move as we write it."""
    if not board.is_castling(move):
        return move.uci()
    king, rook = move.from_square, move.to_square
    if board.chess960 and (chess.square_file(king) != 4 or chess.square_file(rook) not in (0, 7)):
        return move.uci()
    short = chess.square_file(rook) > chess.square_file(king)
    return chess.square_name(king) + chess.square_name(chess.square(6 if short else 2, chess.square_rank(king)))
