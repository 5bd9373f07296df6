"""One question a page; each reads top to bottom like a document."""
