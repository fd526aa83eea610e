"""``arbiter mat``: the page with the four corner markers, and the board for the lens calibration.

All sizes are true if the page is printed at 100 %, which a 100 mm ruler on it lets users check.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PIL import Image
from reportlab.lib.pagesizes import A4, LETTER, landscape
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from arbiter.words.wording import Wording, wording
from calibration.camera import CalibrationError
from calibration.lens import SQUARE_MM, SQUARES, board_picture
from calibration.markers import CELLS, MARGIN_MM, MARKER_MM, PLACES, marker_bits
from engine.message import Messages, of_system

say = Messages("arbiter")

ENGLISH = wording()
PAPERS: dict[str, tuple[float, float]] = {"a4": A4, "letter": LETTER}
PIECE_MM = MARKER_MM + 2 * MARGIN_MM
LABEL_MM = 8.0
"""Strip with the label under the white margin, cut out together with the marker."""
GAP_MM = 12.0
RULER_MM = 100
HOW_TO = (say("mat_print"), say("mat_lay"))


def write_mat(path: Path | str, paper: str = "a4", words: Wording = ENGLISH) -> None:
    """Write the page with the four markers as PDF in the language of ``words``; ``paper`` is ``a4`` or
    ``letter``.

    Each marker is a black square of 40 mm with 10 mm of white around it. Raises CalibrationError, in one
    line, for an unknown paper or a path that can't be written.
    """
    width, height = (side / mm for side in _paper(paper))
    title = words.tell(say("mat_title"))
    canvas = _canvas(path, (width * mm, height * mm), title)
    top = height - 18
    _text(canvas, 18, top, title, size=15, bold=True)
    top = _paragraphs(canvas, 18, top - 8, width - 36, [words.tell(text) for text in HOW_TO])
    left = (width - 2 * PIECE_MM - GAP_MM) / 2
    low = top - 6 - 2 * (PIECE_MM + LABEL_MM) - GAP_MM
    for marker, label in PLACES.items():
        x = left + label.id.endswith("right") * (PIECE_MM + GAP_MM)
        y = low + label.id.startswith("far") * (PIECE_MM + LABEL_MM + GAP_MM)
        _piece(canvas, x, y, marker, words.tell(label))
    _ruler(canvas, (width - RULER_MM) / 2, low - 16)
    _save(canvas, path)


def write_board(path: Path | str, paper: str = "a4", words: Wording = ENGLISH) -> None:
    """Write the ChArUco board for the lens calibration as PDF, in landscape; errors as in ``write_mat``."""
    page = landscape(_paper(paper))
    canvas = _canvas(path, page, words.tell(say("mat_title_board")))
    width, height = SQUARES[0] * SQUARE_MM * mm, SQUARES[1] * SQUARE_MM * mm
    x, y = (page[0] - width) / 2, page[1] - height - 8 * mm
    picture = ImageReader(Image.fromarray(board_picture()))
    canvas.drawImage(picture, x, y, width, height)
    note = say("mat_board", raw=f"{SQUARE_MM:.0f}")
    _text(canvas, x / mm, y / mm - 8, words.tell(note), size=9)
    _save(canvas, path)


def _paper(name: str) -> tuple[float, float]:
    if name not in PAPERS:
        raise CalibrationError(say("mat_paper", raw=f"{name!r}", raw2=" or ".join(PAPERS)))
    return PAPERS[name]


def _canvas(path: Path | str, size: tuple[float, float], title: str) -> Canvas:
    canvas = Canvas(str(path), pagesize=size, invariant=1)
    canvas.setTitle(title)
    canvas.setViewerPreference("PrintScaling", "None")
    return canvas


def _save(canvas: Canvas, path: Path | str) -> None:
    try:
        canvas.showPage()
        canvas.save()
    except OSError as error:
        raise CalibrationError(say("store_unwritten", raw=path, system=of_system(error))) from error


def _text(canvas: Canvas, x: float, y: float, text: str, size: float, bold: bool = False) -> None:
    canvas.setFillGray(0)
    canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size)
    canvas.drawString(x * mm, y * mm, text)


def _paragraphs(canvas: Canvas, x: float, y: float, width: float, sentences: Iterable[str]) -> float:
    """Typeset sentences below ``y`` mm; returns where they end."""
    canvas.setFont("Helvetica", 10.5)
    for sentence in sentences:
        line = ""
        for word in [*sentence.split(), None]:
            longer = f"{line} {word}".strip() if word else line
            if word and canvas.stringWidth(longer, "Helvetica", 10.5) <= width * mm:
                line = longer
                continue
            canvas.drawString(x * mm, y * mm, line)
            y, line = y - 5, word or ""
    return y


def _piece(canvas: Canvas, x: float, y: float, marker: int, label: str) -> None:
    """One marker with its margin, label strip and cut line; (x, y) mm is the piece's lower left corner."""
    canvas.setStrokeGray(0.55)
    canvas.setLineWidth(0.35)
    canvas.setDash(3, 2)
    canvas.rect(x * mm, y * mm, PIECE_MM * mm, (PIECE_MM + LABEL_MM) * mm)
    canvas.setDash()
    _marker(canvas, x + MARGIN_MM, y + LABEL_MM + MARGIN_MM, marker)
    canvas.setFillGray(0.25)
    canvas.setFont("Helvetica", 11)
    canvas.drawCentredString((x + PIECE_MM / 2) * mm, (y + 3.5) * mm, f"{label}  ({marker})")


def _marker(canvas: Canvas, x: float, y: float, marker: int) -> None:
    """The black square with its white cells; (x, y) mm is its lower left corner."""
    canvas.setFillGray(0)
    canvas.rect(x * mm, y * mm, MARKER_MM * mm, MARKER_MM * mm, stroke=0, fill=1)
    cell = MARKER_MM / CELLS
    cells = canvas.beginPath()
    for row, bits in enumerate(marker_bits(marker)):
        for column, white in enumerate(bits):
            if white:
                up = CELLS - 1 - row
                cells.rect((x + column * cell) * mm, (y + up * cell) * mm, cell * mm, cell * mm)
    canvas.setFillGray(1)
    canvas.drawPath(cells, stroke=0, fill=1)


def _ruler(canvas: Canvas, x: float, y: float) -> None:
    """A ruler of 100 mm, a tick every 10 mm, from (x, y) mm to the right."""
    canvas.setStrokeGray(0)
    canvas.setLineWidth(0.5)
    canvas.line(x * mm, y * mm, (x + RULER_MM) * mm, y * mm)
    for tick in range(0, RULER_MM + 1, 10):
        length = 5 if tick % 50 == 0 else 3
        canvas.line((x + tick) * mm, y * mm, (x + tick) * mm, (y + length) * mm)
    canvas.setFillGray(0)
    canvas.setFont("Helvetica", 8)
    for tick in (0, 50, 100):
        canvas.drawCentredString((x + tick) * mm, (y - 4) * mm, f"{tick} mm" if tick else "0")
