"""Imports point one way, and nothing below the pages prints, reads the environment or knows Streamlit."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.reference import ROOT

LAYERS = ("loaders", "metrics", "figures", "pages", "dashboard")  # each may import those before it
FILES = sorted(
    path
    for layer in LAYERS
    for path in ([ROOT / f"{layer}.py"] if (ROOT / f"{layer}.py").is_file() else (ROOT / layer).rglob("*.py"))
)


@cache
def nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def layer_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


@cache
def imported(path: Path) -> frozenset[str]:
    """The top packages that a module imports, wherever in it."""
    found = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            found.add(node.module.split(".")[0])
    return frozenset(found)


def below_pages() -> list[Path]:
    return [path for path in FILES if layer_of(path) in ("loaders", "metrics", "figures")]


def ids(paths):
    return [path.relative_to(ROOT).as_posix() for path in paths]


def test_there_is_something_to_check():
    assert {"loaders", "metrics", "figures"} <= {layer_of(path) for path in FILES}
    assert len(FILES) > 30


@pytest.mark.parametrize("path", FILES, ids=ids(FILES))
def test_imports_point_one_way(path):
    above = set(LAYERS[LAYERS.index(layer_of(path)) + 1 :]) | {"evaluate", "tests", "benchmarks"}
    assert not imported(path) & above


@pytest.mark.parametrize("path", FILES, ids=ids(FILES))
def test_streamlit_and_plotly_stay_in_their_places(path):
    found, layer = imported(path), layer_of(path)
    assert "streamlit" not in found or layer in ("dashboard", "pages")
    assert "plotly" not in found or layer == "figures"


@pytest.mark.parametrize("path", below_pages(), ids=ids(below_pages()))
def test_nothing_below_the_pages_prints_or_reads_the_environment(path):
    for node in nodes(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("print", "input", "breakpoint", "eval", "exec"), f"line {node.lineno}"
        if isinstance(node, ast.Attribute):
            assert node.attr not in ("environ", "getenv", "environb"), f"line {node.lineno}"
        if isinstance(node, ast.ImportFrom) and node.module == "os":
            assert not {name.name for name in node.names} & {"environ", "getenv"}, f"line {node.lineno}"


def test_the_command_line_loads_neither_streamlit_nor_plotly(tmp_path):
    path = tmp_path / "a.conll"
    path.write_text("#begin document (a)\na 0 0 w (1)\n#end document\n")
    code = (
        "import sys, evaluate\n"
        "evaluate.main(['coref', '--gold', sys.argv[1], '--pred', sys.argv[1]], standalone_mode=False)\n"
        "print(sorted({'streamlit', 'plotly', 'matplotlib'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code, path], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
