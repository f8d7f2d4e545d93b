"""Tables of figures: what is in them, and how each format writes them."""
