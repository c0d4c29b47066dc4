"""The notebook runs from its first cell to its last."""

import os
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

HERE = Path(__file__).parent


def test_the_notebook_redoes_a_table_of_methods():
    if "SEEDDB_SOURCES" not in os.environ and not (HERE / "../../core/rating/METHODS.md").exists():
        pytest.skip("SEEDDB_SOURCES names no clone of the repository")
    notebook = nbformat.read(HERE / "methods.ipynb", as_version=4)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(HERE)}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("13 rows as in METHODS.md" in output.get("text", "") for output in outputs)
    # The last cell shows a board.
    assert "image/svg+xml" in notebook.cells[-1].outputs[0].data
