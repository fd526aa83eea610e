"""Example command lines for the help of each command."""

from __future__ import annotations

EXAMPLES: dict[str, tuple[str, ...]] = {
    "home": ("arbiter", "arbiter home --share", "arbiter home --port 8123 --no-browser"),
    "watch": (
        "arbiter watch initiative --players Alison Kristin --rules basic --rounds 1",
        "arbiter watch initiative --source game.mp4 --headless --voice-out game.wav",
        "arbiter watch initiative --source 0 --source page --share",
        "arbiter watch nickel --palette all --tokens white,pink",
    ),
    "see": (
        "arbiter see table.jpg",
        "arbiter see table.jpg --json",
        "arbiter see table.jpg --calibration camera.json --overlay seen.png",
    ),
    "mat": (
        "arbiter mat -o mat.pdf",
        "arbiter mat --paper letter -o mat.pdf",
        "arbiter mat --board -o board.pdf",
    ),
    "review": (
        "arbiter review friday.game",
        "arbiter review friday.game --film friday-film.mp4",
        "arbiter review game.txt --port 8123 --no-browser",
    ),
    "judge": (
        "arbiter judge friday.game",
        "arbiter judge game.txt",
        "arbiter judge game.txt --move 8",
        "arbiter judge game.txt --solve",
        "arbiter judge match.txt --round 2 --move 3 --json",
        "arbiter judge table.jpg --game Initiative",
        "arbiter judge table.jpg --game nickel --palette all --tokens white,pink",
    ),
    "legal": (
        "arbiter legal game.txt --svg position.svg",
        "arbiter legal - --json",
        "arbiter legal --game Initiative --setup 'near=Sred,2Mblue;far=Lred,Mred;stack=blue,red' near:Mblue",
        "arbiter legal --game Logistics --leader near --setup 'near(stock=2Sred;3=Mblue)far(stock=Sred)'",
    ),
    "export": (
        "arbiter export friday.game --format text",
        "arbiter export friday.game --format ppn -o friday.ppn",
        "arbiter export game.txt --format ppn",
        "arbiter export friday.game --format json -o friday.json",
        "arbiter export friday.game --format mp4 -o friday.mp4 --voice",
        "arbiter export friday.game --format mp4 --film friday-film.mp4 --voice friday.wav -o told.mp4",
    ),
    "share": ("arbiter share friday.game -o friday.html", "arbiter share game.txt --megabytes 2"),
    "verify": ("arbiter verify friday.game", "arbiter verify friday.game --film friday-film.mp4"),
    "statistics": (
        "arbiter statistics friday.game",
        "arbiter statistics friday.game --solve",
        "arbiter statistics games --json",
    ),
    "correct": (
        "arbiter correct friday.game --move 5 --replace Lred",
        "arbiter correct friday.game --move 8 --allow",
        "arbiter correct friday.game --insert 'far: Mblue'",
        "arbiter correct friday.game --set near.Sblue=Sblack",
        "arbiter correct friday.game --rule exhaustion=initiative",
        "arbiter correct friday.game --undo",
    ),
    "dispute": (
        "arbiter dispute friday.game",
        "arbiter dispute friday.game --move 8 --html dispute.html",
    ),
    "harvest": ("arbiter harvest friday.game", "arbiter harvest *.game -o data/harvest"),
    "calibrate": (
        "arbiter calibrate",
        "arbiter calibrate --source 1 -o camera.json",
        "arbiter calibrate --corners 402,611 805,600 742,388 468,395 --size 297x210",
        "arbiter calibrate --source table.jpg --lens board1.jpg board2.jpg board3.jpg board4.jpg board5.jpg",
    ),
    "colours": (
        "arbiter colours set1.jpg set2.jpg -o set.json",
        "arbiter colours set1.jpg --order red,blue,green,yellow,black -o set.json",
    ),
    "doctor": (
        "arbiter doctor",
        "arbiter doctor --source 1",
        "arbiter doctor friday.game",
        "arbiter doctor friday.game --bundle report.zip",
    ),
    "completion": ("arbiter completion bash", "arbiter completion zsh", "arbiter completion fish"),
    "publish": ("arbiter publish friday.game mqtt://broker.local/table-3",),
    "hall": (
        "arbiter hall mqtt://broker.local",
        "arbiter hall mqtt://broker.local --pairing robin --players Alison Kristin Kory",
    ),
}
