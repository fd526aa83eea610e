"""What the prices and looks of the inference are fitted with."""
