"""Text that LaTeX prints as it stands."""

from __future__ import annotations

# One pass over the text, so that what an escape brings in is never escaped again.
ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "%": r"\%",
        "_": r"\_",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': "''",
        "\u00a0": "~",
        "−": r"$-$",
        "±": r"$\pm$",
        "×": r"$\times$",
        "³": r"\textsuperscript{3}",
        "…": r"\ldots{}",
        **dict.fromkeys("\n\r\t\v\f\u2028\u2029\x85", " "),
    }
)


def escaped(text: str) -> str:
    """A text with every sign that LaTeX would act on written so that it is printed; opening brackets may begin a row."""
    found = str(text).translate(ESCAPES).replace("[", "{[}").replace("]", "{]}")
    return found.replace("--", "-{}-").replace("--", "-{}-")


def comment(text: str) -> str:
    """A text that stays within one comment line."""
    return " ".join(str(text).split())
