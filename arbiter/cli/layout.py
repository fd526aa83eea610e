"""Colours, tables and progress bars on a terminal, by rich; plain text and no bars elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from arbiter.cli.shown import bare, shown
from arbiter.words.progress import OnPart


@contextmanager
def progress(what: str) -> Iterator[OnPart]:
    """A context with a progress bar and the remaining time on the error stream, if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    console = Console(file=bare(sys.stderr))
    columns: tuple[Any, ...] = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, most: bar.update(task, completed=done, total=max(done, most))


def lines(texts: Iterable[str], styles: Mapping[str, str]) -> None:
    """Print lines; on a terminal, with the words in ``styles`` highlighted."""
    from rich.console import Console
    from rich.text import Text

    console = Console(file=bare(sys.stdout), highlight=False)
    for line in texts:
        if not console.is_terminal:
            print(line)
            continue
        text = Text(shown(line))
        for word, style in styles.items():
            text.highlight_words([word], style)
        text.highlight_regex(r"\[[A-Z]\d+\]|^[A-Z]\d+\b", "cyan")
        console.print(text, soft_wrap=True)


def keys_table(text: str) -> None:
    """Print keys and what each does as a table; ``text`` is a heading, then lines ``KEY  ACTION``."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(file=bare(sys.stdout), highlight=False)
    if not console.is_terminal:
        print(text)
        return
    heading, *rows = text.splitlines()
    table = Table(title=Text(shown(heading)), title_justify="left", show_header=False, title_style="bold")
    for row in rows:
        key, _, does = row.strip().partition("  ")
        table.add_row(Text(shown(key), "cyan"), Text(shown(does.strip())))
    console.print(table)
