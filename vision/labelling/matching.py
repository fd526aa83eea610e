"""Who goes with whom so that all together fit best."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def matched(scores: NDArray[np.float64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and the column of each, for the one-to-one matching whose scores (n, m) sum to most; as many as
    the shorter side has. Raises ``ValueError`` for scores of which no matching is possible.
    """
    from scipy.optimize import linear_sum_assignment  # half a second to load: judging a text never needs it

    rows, columns = linear_sum_assignment(scores, maximize=True)
    return rows, columns
