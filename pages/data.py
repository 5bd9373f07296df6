"""What am I comparing?"""

import streamlit as st

from pages.shared import frame, state

state.alone()

frame.heading("What am I comparing?")
st.stop()
