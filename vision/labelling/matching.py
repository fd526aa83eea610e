"""The best one-to-one matching."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def matched(scores: NDArray[np.float64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and their columns in the one-to-one matching with the largest sum of scores (n, m), as many as the
    shorter side has. Raises ``ValueError`` if no matching is possible.
    """
    from scipy.optimize import linear_sum_assignment  # late, because it takes half a second to load

    rows, columns = linear_sum_assignment(scores, maximize=True)
    return rows, columns
