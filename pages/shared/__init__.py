"""What the pages share: the workspace, what is chosen, the frame around every page."""
