"""Which mistakes a coreference system makes, and what mending them would bring."""
