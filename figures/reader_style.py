"""The Reader's stylesheet: one grid, underlines by depth, chips, and one rule an entity for its colour and its hover."""

from __future__ import annotations

from collections.abc import Iterable

from figures.reader_cell import DEEPEST

STEP = 4  # pixels from one underline to the next
ROOMY = 2  # depths that the plain line height holds

STYLE = (
    ".rd{container-type:inline-size;--err:var(--error,light-dark(#B0124B,#FF8FB3));color:var(--ink)}"
    ".rd .grid{border-top:1.2px solid var(--ink);border-bottom:1.2px solid var(--ink)}"
    ".rd .r{display:grid;column-gap:1.6rem;border-top:1px solid var(--line)}"
    ".rd .r:first-child{border-top:0}"
    ".rd .g1 .r{grid-template-columns:1.8rem minmax(0,1fr)}"
    ".rd .g2 .r{grid-template-columns:1.8rem repeat(2,minmax(0,1fr))}"
    ".rd .g3 .r{grid-template-columns:1.8rem repeat(3,minmax(0,1fr))}"
    ".rd .h{font-size:.86rem;padding:.36rem 0;overflow-wrap:anywhere}"
    ".rd .h small{font-size:inherit;color:var(--mute)}"
    ".rd .no{font-size:.74rem;color:var(--mute);text-align:right;padding-top:.62rem;font-variant-numeric:tabular-nums}"
    '.rd .c{font-family:"Source Serif",Georgia,serif;font-size:1.05rem;line-height:2.12;padding:.12rem 0 .3rem;overflow-wrap:anywhere}'
    ".rd .c.gone{color:var(--mute);font-size:.93rem;line-height:1.5;padding:.6rem 0}"
    ".rd .who{display:none;font:600 .74rem 'Source Sans',sans-serif;margin-inline-end:.45em}"
    ".rd .m{border-bottom:2px solid var(--c);-webkit-box-decoration-break:clone;box-decoration-break:clone;border-radius:1px}"
    ".rd i{font-style:normal}"
    ".rd .alone{border-bottom:1px dotted var(--mute)}"
    ".rd .n{font:600 .66rem/0 'Source Sans',sans-serif;color:var(--c,var(--mute));vertical-align:.42em;margin-inline-end:.08em}"
    ".rd .k{font:600 .68rem/1 'Source Sans',sans-serif;color:var(--page);background:var(--err);vertical-align:.34em;padding:.1em .32em;"
    "border-radius:2px;margin-inline-end:.14em;white-space:nowrap}"
    ".rd .missed{border-bottom:2px dotted var(--err)}.rd .extra{border-bottom:2px dashed var(--err)}"
    ".rd .o{color:var(--mute)}"
    ".rd .eh{margin-top:1.5rem}"
    ".rd .none{color:var(--mute)}"
    ".rd table.ents{border-collapse:collapse;font-size:.93rem;font-variant-numeric:tabular-nums;margin:.3rem 0;"
    "border-top:1.6px solid var(--ink);border-bottom:1.6px solid var(--ink)}"
    ".rd .ents th,.rd .ents td{border:0;padding:.16rem .6rem;text-align:right;font-weight:400}"
    ".rd .ents thead th{border-bottom:.8px solid var(--ink);color:var(--mute)}"
    ".rd .ents thead th.sGold{color:var(--gold)}.rd .ents thead th.sA{color:var(--A)}.rd .ents thead th.sB{color:var(--B)}"
    ".rd .ents thead th.sC{color:var(--C)}.rd .ents thead th.sD{color:var(--D)}"
    ".rd .ents b{font-weight:600}"
    ".rd .ents th:nth-child(2),.rd .ents td.first,.rd .ents th.num{text-align:start}"
    ".rd .ents th.num{color:var(--c);font-weight:600;padding-left:.1rem}"
    ".rd .ents td.first{max-width:34em;overflow-wrap:anywhere}"
    ".rd .ents td.err{color:var(--err);font-weight:600}"
    ".rd summary{font-size:.86rem;color:var(--mute);cursor:pointer}"
    "@container (max-width:700px){.rd .grid .r{grid-template-columns:1.8rem minmax(0,1fr);padding-bottom:.2rem}"
    ".rd .r .no{grid-row:1/span 9}.rd .r .c{grid-column:2;padding:0}.rd .who{display:inline}.rd .top{display:none}"
    ".rd .c.gone:empty{display:none}}"
) + "".join(
    f".rd .l{k}{{padding-bottom:{k * STEP}px}}"
    + (f".rd .d{k}{{line-height:calc(2.12em + {(k - ROOMY) * STEP}px)}}" if k > ROOMY else "")
    for k in range(DEEPEST + 1)
)


def colours(entity: int) -> tuple[str, str]:
    """An entity's colour on light and on dark: hues far apart one after the other, none near that of errors."""
    hue = (40 + (entity * 114.59 + 75) % 300) % 360
    odd = entity % 2
    return f"oklch({0.48 if odd else 0.545} .15 {hue:.1f})", f"oklch({0.76 if odd else 0.83} .12 {hue:.1f})"


def entity_rules(entities: Iterable[int]) -> str:
    """For each entity its colour, and that all its mentions light up where the words of one are under the pointer."""
    rules = []
    for k in entities:
        light, dark = colours(k)
        rules.append(
            f".rd .e{k}{{--c:light-dark({light},{dark})}}"
            f".rd:has(.t{k}:hover) .m.e{k}{{background:color-mix(in oklab,var(--c) 26%,transparent)}}"
        )
    return "".join(rules)
