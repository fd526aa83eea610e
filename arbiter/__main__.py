"""``python -m arbiter``."""

import sys

from arbiter.cli.main import main

sys.exit(main())
