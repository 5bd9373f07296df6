"""Outputs: files that are written whole or not at all, and the table where none is asked for."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import click

from figures import appending, export, result_tables

OUTPUTS = (
    click.option("--json", "json_file", metavar="FILE", help="- is standard output, here and below."),
    click.option("--csv", "csv_file", metavar="FILE"),
    click.option("--markdown", "markdown_file", metavar="FILE"),
    click.option("--latex", "latex_file", metavar="FILE"),
    click.option("--append", is_flag=True, help="Add to existing JSON, CSV and Markdown files instead of replacing them."),
    click.option("--quiet", is_flag=True, help="No progress on standard error."),
)

NOTICES = 3  # of a file that are shown above a table


def write(given: dict, document: dict, heading: str) -> None:
    """Write every output that is asked for, or the table where none is."""
    makers = {
        "json_file": (export.to_json, appending.append_json),
        "csv_file": (lambda d: export.to_csv(d["rows"]), lambda old, d: appending.append_csv(old, d["rows"])),
        "markdown_file": (
            lambda d: export.to_markdown(d["rows"], d["signature"]),
            lambda old, d: appending.append_markdown(old, d["rows"]),
        ),
        "latex_file": (lambda d: result_tables.to_latex(d["rows"], d["signature"]), None),
    }
    wanted = [(given[key], *makers[key]) for key in makers if given[key]]
    if not wanted:
        click.echo(export.to_text(document["rows"], "\n".join([heading, *noticed(document.get("alignment") or {})])))
        click.echo(document["signature"])
    texts = []
    for path, make, append in wanted:
        adds = given["append"] and append and path != "-" and Path(path).is_file()
        texts.append((path, appended(path, append, document) if adds else make(document)))
    for path, text in texts:
        put(path, text)


def noticed(report: dict) -> list[str]:
    """What was odd in each file, the first of each kind; the rest is counted. report : an alignment report."""
    lines = []
    for side in [report.get("gold"), *(report.get("systems") or [])]:
        found = side.get("notices", []) if isinstance(side, dict) else []
        first = list({notice["kind"]: notice for notice in reversed(found)}.values())[::-1][:NOTICES]
        lines += [": ".join((_place(notice), notice["text"])) for notice in first]
        if rest := (side.get("n_notices", len(found)) if found else 0) - len(first):
            lines.append(f"and {rest:,} more of the kind, which --json - lists")
    return list(dict.fromkeys(lines))


def _place(notice: dict) -> str:
    """File and line, where there is one."""
    return notice["file"] + (f", line {notice['line']}" if notice["line"] else "")


def appended(path: str, append: Callable, document: dict) -> str:
    """An existing file's text with the new rows; a usage error where it is no file of this kind."""
    try:
        return append(Path(path).read_bytes().decode("utf-8"), document)  # line ends stay as they are
    except UnicodeDecodeError:
        raise click.UsageError(f"--append: {path} is no text; name another file.") from None
    except OSError as error:
        raise click.UsageError(f"--append: {path} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError) as error:
        raise click.UsageError(f"--append: {path} is {error}; name another file.") from None


def put(path: str, text: str) -> None:
    """Write a whole file or none of it; - is standard output. What is no plain file (a pipe, a device) is written into."""
    if path == "-":
        click.echo(text, nl=False)
        return
    put_bytes(path, text.encode("utf-8", "replace"))


def put_bytes(path: str, data: bytes) -> None:
    """Write a whole file or none of it; what is no plain file is written into."""
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file() and not target.is_dir():
            target.write_bytes(data)
        else:
            replace_file(target, data)
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror}.") from None


def replace_file(target: Path, data: bytes) -> None:
    """Put a finished file in a target's place; nothing is left behind where that fails."""
    with tempfile.NamedTemporaryFile("wb", dir=target.parent, delete=False) as file:
        try:
            file.write(data)
            file.flush()
            os.chmod(file.name, 0o644)
            os.replace(file.name, target)
        except BaseException:
            os.unlink(file.name)
            raise
