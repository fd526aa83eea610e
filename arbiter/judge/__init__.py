"""Games typed or photographed, judged."""
