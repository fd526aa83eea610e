"""The content policy of a one-file page: its own scripts and styles by hash, and nothing else."""

from __future__ import annotations

import base64
import hashlib

from arbiter.pages.policy import sealed

PAGE = """<!doctype html><head><meta charset="utf-8"><style>p {}</style></head><body>
<script type="application/json">{"plays": 1}</script><script>let a = 1;</script></body>"""


def allowed(html: str) -> dict[str, str]:
    """The sources of each kind that the page's policy allows."""
    policy = html.split('http-equiv="Content-Security-Policy" content="')[1].partition('"')[0]
    return {name: sources for name, _, sources in (part.partition(" ") for part in policy.split("; "))}


def of(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_what_is_in_the_page_may_run_and_nothing_else() -> None:
    found = allowed(sealed(PAGE))
    assert found["script-src"] == of("let a = 1;") and found["style-src"] == of("p {}")
    assert {found["default-src"], found["base-uri"], found["form-action"]} == {"'none'"}
    assert found["img-src"] == "data:" and "unsafe" not in sealed(PAGE)


def test_a_page_without_scripts_runs_none() -> None:
    assert allowed(sealed('<meta charset="utf-8"><p>'))["script-src"] == "'none'"


def test_the_policy_stands_before_what_it_is_about() -> None:
    made = sealed(PAGE)
    assert made.index("Content-Security-Policy") < made.index("<style>")
