"""From finished frames to what is shown: Plotly for the screen, matplotlib for paper, tables and sentences."""
