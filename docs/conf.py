"""Configuration of the site. `nox -s docs` builds it; `docs.extension` writes the generated pages first.

Pages that show code run it: every one that no longer runs fails the build, and so does every warning.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
# The kernels, which run in folders of their own, inherit the `shinkansen` of this environment, where this clone is, and
# a shell in which a command that fails is an error.
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
os.environ["SHINKANSEN_ROOT"] = str(HERE.parent)
os.environ["PYTHONSTARTUP"] = str(HERE / "extension" / "kernel.py")

from shinkansen import __version__  # noqa: E402 - after the path is set

project = "shinkansen"
author = "the shinkansen contributors"
copyright = "the shinkansen contributors, MIT licence"
version = release = __version__

extensions = ["myst_nb", "docs.extension"]
exclude_patterns = ["_build", "**/.ipynb_checkpoints"]
templates_path = ["_templates"]
nitpicky = True
# Private names have no entries, though a public signature may mention one.
nitpick_ignore_regex = [(r"py:.*", r"shinkansen\..*\._\w+")]
# Furo copies the contents of all pages for the sidebar of every page; with each function among them that takes minutes.
toc_object_entries = False
python_maximum_signature_line_length = 100

myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3
nb_execution_mode = "force"
nb_execution_in_temp = True
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True
# So that what a cell makes as Markdown can link to clauses and rulings.
nb_render_markdown_format = "myst"

html_theme = "furo"
html_title = "shinkansen"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["cite.js"]
html_copy_source = False
html_show_sphinx = False
# A summary of each page that was found would be fetched, which browsers forbid to pages that are plain files.
html_show_search_summary = False
