"""Classification: items with one label or several, scores, and what is made of them."""
