"""All checks, one session each. `nox` alone runs what CI runs."""

from __future__ import annotations

import os
import shlex
import shutil
import sysconfig
from pathlib import Path

import nox
from nox.command import CommandFailed

nox.options.default_venv_backend = "venv"
nox.options.error_on_missing_interpreters = True
# Tests last, so that pytest's closing line ends the run.
nox.options.sessions = ["lint", "types", "browser", "docs", "tests"]


@nox.session(reuse_venv=True)
def quick(session: nox.Session) -> None:
    """For every edit: style, types by one checker, the tests that are not marked `slow`; stops at the first failure.

    The package is installed in place, and again only when `pyproject.toml` has changed.
    """
    stamp, wanted = Path(session.virtualenv.location) / "installed_for.toml", Path("pyproject.toml").read_text("utf-8")
    if not stamp.is_file() or stamp.read_text("utf-8") != wanted:
        session.install("-e", ".[lint,types,test,bench,browser,docs]", "nox")
        stamp.write_text(wanted, "utf-8")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("mypy")
    outside = ("--ignore=tests/browser", "--ignore=tests/types")
    selected = ("-m", "not slow", "--hypothesis-profile=quick", *outside)
    session.run("pytest", "-q", "-n", "auto", "--exitfirst", "--failed-first", *selected, *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Style and formatting."""
    session.install(".[lint]")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Types, by two checkers."""
    session.install(".[types,test,bench,browser,docs]", "nox")
    session.run("mypy")
    session.run("pyright")
    session.run("pytest", "tests/types")


@nox.session
def browser(session: nox.Session) -> None:
    """The pages we generate, in headless Chromium: the installed one, or for root one installed with apt."""
    session.install(".[test,browser]")
    # A file in one process: its pages take longer to make than to look at.
    together = ("-n", "auto", "--dist", "loadfile")
    session.run("pytest", *together, "tests/browser", "--ignore=tests/browser/test_site.py", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """The site from scratch: pages run, warnings are errors, every link leads somewhere; then a check in Chromium."""
    session.install(".[docs,test,browser]")
    build = Path("docs/_build")
    shutil.rmtree(build, ignore_errors=True)
    session.run("sphinx-build", "-W", "--keep-going", "-q", "-j", "2", "-E", "docs", f"{build}/html")
    session.run("python", "-m", "docs.extension.links", f"{build}/html")
    # Here and not in the session above, which would have to build the site again.
    site = {"SHINKANSEN_SITE": f"{build}/html"}
    session.run("pytest", "-n", "auto", "tests/browser/test_site.py", *session.posargs, env=site)


@nox.session
def tests(session: nox.Session) -> None:
    """The whole suite except for the browser, on the package as a user would install it."""
    session.install(".[test]")
    session.run("pytest", "-n", "auto", "--ignore=tests/browser", "--ignore=tests/types", *session.posargs)


@nox.session
def compiled(session: nox.Session) -> None:
    """The compiled package, built and installed, under the tests of engines, records, the wire, laws and mutants.

    With `SHINKANSEN_DEEP` all tests but those about the checkout. Without a C compiler it is skipped, but not in CI.
    """
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cl")[0]
    if "CI" not in os.environ and shutil.which(compiler) is None:
        session.skip(f"there is no C compiler {compiler!r} here, so nothing can be compiled")
    wanted = {"SHINKANSEN_COMPILED": "1"}
    session.install(".[test]", env=wanted)
    # A copy without the sources, because Python would take those in the checkout and not what is installed.
    checkout = Path(session.create_tmp()) / "checkout"
    shutil.rmtree(checkout, ignore_errors=True)
    checkout.mkdir()
    for name in ("tests", "docs", "examples", "compiling"):
        shutil.copytree(name, checkout / name, ignore=shutil.ignore_patterns("__pycache__", "_build"))
    for file in (path for path in Path().iterdir() if path.is_file()):
        shutil.copy(file, checkout)
    session.chdir(checkout)
    deep = "SHINKANSEN_DEEP" in os.environ
    session.run("pytest", "-n", "auto", *(ABOUT_THE_CHECKOUT if deep else COMPILED_TESTS), *session.posargs, env=wanted)
    if not deep and not session.posargs:  # every mutant must still be killed; these tests count as slow
        session.run("pytest", "-n", "auto", "tests/testing/test_mutants.py", env=wanted)


COMPILED_TESTS = (
    *("-m", "not slow", "--hypothesis-profile=quick"),
    *("tests/project/test_compiled.py", "tests/project/test_corpus_digests.py"),
    *("tests/zerokei", "tests/nextstation", "tests/core", "tests/testing", "tests/readings"),
)
ABOUT_THE_CHECKOUT = tuple(
    f"--ignore=tests/{name}"
    for name in (
        "browser",
        "types",
        "project/test_docs.py",
        "project/test_docs_of_any_game.py",
        "project/test_readme.py",
    )
)


@nox.session
def deep(session: nox.Session) -> None:
    """Long runs, with progress: every mutant from the first example on, every small world, many more examples."""
    session.install(".[test]")
    session.run("python", "-m", "tests.build.mutants")
    session.run("python", "-m", "tests.build.small_worlds")
    session.run(
        "pytest",
        "-n",
        "auto",
        "--ignore=tests/browser",
        "--ignore=tests/types",
        "--hypothesis-profile=deep",
        *session.posargs,
        env={"SHINKANSEN_DEEP": "1"},
    )


@nox.session
def fuzz(session: nox.Session) -> None:
    """A million damaged inputs spread evenly over all decoders, with progress; it resumes where it stopped.

    `-- --seed N --inputs N --jobs N`, or `-- --decoder NAME --seed N --at I` to repeat one input. Then Hypothesis.
    """
    session.install(".[test]")
    session.run("python", "-m", "tests.fuzz", *session.posargs)
    if not session.posargs:
        session.run("pytest", "-n", "auto", "--hypothesis-profile=deep", "tests/project/test_fuzz_decoders.py")


@nox.session
def bench(session: nox.Session) -> None:
    """Speed by CPU time, as ratios against named peers, pure and compiled; `-- --json FILE` keeps it."""
    session.install(".[bench]")
    session.install(".[peers]", success_codes=[0, 1])  # not available everywhere; the report names what is missing
    session.run("python", "-m", "tests.benchmarks", *_compiled(session), *session.posargs)


def _compiled(session: nox.Session) -> list[str]:
    """The option that names the Python of a second environment, where the package is compiled; none if it cannot be."""
    folder = Path(session.create_tmp(), "compiled")
    python = str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    session.run("python", "-m", "venv", "--clear", str(folder))
    try:
        build = {"SHINKANSEN_COMPILED": "1"}
        session.run(python, "-m", "pip", "install", "-q", ".[bench]", env=build, external=True)
        session.run(python, "-P", "-c", "import shinkansen; assert shinkansen.compiled", external=True)
    except CommandFailed:
        session.warn("the package could not be compiled here, so it is measured as it is")
        return []
    return ["--compiled", python]
