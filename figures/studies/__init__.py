"""From gold and systems to everything that is shown of them: numbers, finished frames, tables, without Streamlit.

One module a task. Pages, the command line and the report ask the same functions, so they show the same things.
"""
