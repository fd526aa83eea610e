"""``arbiter colours``: learns a set's colours from photographs of one pyramid of each."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from arbiter.cli.commands.calibrate import read_picture
from arbiter.cli.layout import progress
from arbiter.words.exits import UsageError, UserError
from arbiter.words.progress import counted
from arbiter.words.wording import wording
from engine.message import Messages, of_system
from engine.pieces import PALETTES, Colour
from vision.colour.colours import ColourSetError, Measured, from_photographs, measured_pieces, to_json
from vision.labelling.legend import NAME_THEM, legend_units, read_legend
from vision.observe.see import see
from vision.observe.units import Models

say = Messages("arbiter")


def run(options: argparse.Namespace) -> int:
    """Learn and write the set's colours.

    Raises ``SourceError`` for an unreadable picture, ``ColourSetError`` for one that is no legend,
    ``UsageError`` for unknown colours, ``NotEnoughUnits``, ``ModelError``, and ``UserError`` if the file
    can't be written.
    """
    order, words = _order(options.order), wording(options.language or "en")
    with progress(words.say("progress_see")) as on_part:
        models = Models.load()
        photos = counted(options.photo, on_part)
        learnt = [_legend(name, models, PALETTES[options.palette], order) for name in photos]
    model = from_photographs(learnt)
    try:
        Path(options.output).write_text(json.dumps(to_json(model), indent=1) + "\n", "utf-8")
    except OSError as error:
        raise UserError(say("file_cannot_write", raw=options.output, system=of_system(error))) from error
    for colour, belief in model.beliefs.items():
        light, a, b = belief.mean
        print(f"{words.colour(colour.value)!s:7} L* {light:3.0f}  a* {a:4.0f}  b* {b:4.0f}")
    hint = f"arbiter watch GAME --colours {options.output}"
    print(words.tell(say("set_use", raw=options.output, n=len(model.beliefs), raw2=hint)))
    unsure = [colour for colour in (order or PALETTES[options.palette]) if colour not in model.beliefs]
    if unsure:
        print(words.tell(say("set_not", raw=", ".join(unsure), text=NAME_THEM)))
    return 0


def _order(text: str | None) -> tuple[Colour, ...]:
    try:
        return tuple(Colour(word.strip().lower()) for word in text.split(",")) if text else ()
    except ValueError as error:
        raise UsageError(say("use_order", raw=error, raw2=", ".join(Colour))) from error


def _legend(
    name: str, models: Models, palette: tuple[Colour, ...], order: tuple[Colour, ...]
) -> list[Measured]:
    """The measured colours of one photograph's pieces."""
    picture = read_picture(name)
    sight = see(picture, models, None, palette)
    units = legend_units(sight.units)
    try:
        certain = read_legend(units, palette, order)
    except ColourSetError as error:
        raise ColourSetError(say("of_file", path=name, text=error)) from error
    return measured_pieces(picture, sight.camera, sight.white, units, certain)
