"""All checks, one session each. `nox` alone runs what CI runs."""

from __future__ import annotations

import shutil
from pathlib import Path

import nox

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
    session.run("pytest", "tests/browser", "--ignore=tests/browser/test_site.py", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """The site from scratch: pages run, warnings are errors, every link leads somewhere; then a check in Chromium."""
    session.install(".[docs,test,browser]")
    build = Path("docs/_build")
    shutil.rmtree(build, ignore_errors=True)
    session.run("sphinx-build", "-W", "--keep-going", "-q", "-j", "2", "-E", "docs", f"{build}/html")
    session.run("python", "-m", "docs.extension.links", f"{build}/html")
    # Here and not in the session above, which would have to build the site again.
    session.run("pytest", "tests/browser/test_site.py", *session.posargs, env={"SHINKANSEN_SITE": f"{build}/html"})


@nox.session
def tests(session: nox.Session) -> None:
    """The whole suite except for the browser, on the package as a user would install it."""
    session.install(".[test]")
    session.run("pytest", "-n", "auto", "--ignore=tests/browser", "--ignore=tests/types", *session.posargs)


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
    """Speed by CPU time, as ratios against named peers; `-- --json FILE` keeps it. Not for CI: it judges nothing."""
    session.install(".[bench]")
    session.install(".[peers]", success_codes=[0, 1])  # not available everywhere; the report names what is missing
    session.run("python", "-m", "tests.benchmarks", *session.posargs)
