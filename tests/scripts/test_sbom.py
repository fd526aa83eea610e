"""The bill of materials: every installed package, with its dependencies."""

from __future__ import annotations

from scripts import sbom

LOCK = """\
colour-maths==1.0 ; python_full_version < '3.12' \\
    --hash=sha256:00
    # via
    #   pictures
    #   The_Player
colour-maths==2.0 ; python_full_version >= '3.12' \\
    --hash=sha256:01
    # via pictures
pictures==3.1 \\
    --hash=sha256:02
    # via pyramid-arbiter (pyproject.toml)
setuptools==80.0 \\
    --hash=sha256:03
the-player==0.1 \\
    --hash=sha256:04
    # via pyramid-arbiter (pyproject.toml)
"""


def test_a_lock_tells_who_needs_what() -> None:
    found = sbom.needed_by(LOCK)
    assert found["colour-maths"] == ["pictures", "the-player"]
    assert found["pictures"] == found["the-player"] == found["setuptools"] == [""]
    names = [("L1", "colour-maths"), ("L2", "colour_maths"), ("L3", "pictures"), ("L4", "The.Player")]
    bill = {"components": [{"name": name, "bom-ref": ref} for ref, name in names]}
    assert sbom.graph(bill, LOCK) == [
        {"ref": "L1"},
        {"ref": "L2"},
        {"ref": "L3", "dependsOn": ["L1", "L2"]},
        {"ref": "L4", "dependsOn": ["L1", "L2"]},
        {"ref": "root-component", "dependsOn": ["L3", "L4"]},
    ]


def test_everything_that_is_installed_is_needed_by_something() -> None:
    found = sbom.needed_by(sbom.LOCK.read_text("utf-8"))
    assert len(found) > 40
    assert not [name for name, users in found.items() if not users]
    reached, left = set(), [""]
    while left:
        user = left.pop()
        new = {name for name, users in found.items() if user in users} - reached
        reached |= new
        left += new
    assert reached == set(found)
