/** The styles of all pages. No page has any other: its policy forbids `style` attributes, so what depends on data is drawn as SVG. */
const COLOURS = `
:root {
  color-scheme: light dark;
  --page: light-dark(#ffffff, #14161a); --raised: light-dark(#f5f6f8, #1d2026); --line: light-dark(#d5d9e0, #363b45);
  --ink: light-dark(#1b1f26, #e6e9ee); --quiet: light-dark(#545c69, #a3acba); --link: light-dark(#0b57b4, #7db4ff);
  --good: light-dark(#116329, #6fd08c); --good-back: light-dark(#dff3e4, #123420);
  --bad: light-dark(#a40e26, #ff9aa2); --bad-back: light-dark(#fde4e7, #43161c);
  --warn: light-dark(#6b4a00, #f1c75b); --warn-back: light-dark(#fdf0cf, #3a2d08);
  --info: light-dark(#4527a0, #c3b1ff); --info-back: light-dark(#ece7fb, #2b2148);
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }`;

const TEXT = `
* { box-sizing: border-box; }
html { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); scroll-padding-top: 3rem; }
body { margin: 0; }
main { max-width: 84rem; margin: 0 auto; padding: 0 1rem 4rem; outline: none; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 1rem 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .35rem; overflow-wrap: anywhere; }
p { margin: .4rem 0; }
a { color: var(--link); }
code, pre, kbd { font: .87em/1.45 ui-monospace, monospace; }
li code, p code, summary code { overflow-wrap: anywhere; }
pre { margin: .35rem 0; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
pre.text, pre.diff { background: var(--raised); border: 1px solid var(--line); border-radius: 4px; padding: .5rem .65rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.quiet { color: var(--quiet); }
.cut { color: var(--warn); font-size: .87rem; }
.escape { color: var(--bad); background: var(--bad-back); font-weight: 600; border-radius: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: .5rem; top: .5rem; background: var(--page); padding: .5rem; z-index: 2; }
.hidden-text { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }`;

const FRAME = `
.top { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; border-bottom: 1px solid var(--line); padding: .5rem 1rem; }
.top nav { flex: 1 1 14rem; min-width: 0; }
.crumbs { display: flex; flex-wrap: wrap; gap: .25rem .5rem; list-style: none; margin: 0; padding: 0; overflow-wrap: anywhere; }
.crumbs li + li::before { content: "/"; color: var(--quiet); margin-right: .5rem; }
.pending { font-size: .87rem; color: var(--quiet); }
.live { font-size: .87rem; color: var(--quiet); }
button, select, input { font: inherit; color: inherit; background: var(--page); border: 1px solid var(--quiet); border-radius: 4px; padding: .25rem .55rem; max-width: 100%; }
button { cursor: pointer; background: var(--raised); }
[hidden] { display: none !important; }
.scroll { position: relative; overflow-x: auto; max-width: 100%; }
caption { text-align: left; }
table { border-collapse: collapse; margin: .5rem 0; font-size: .93rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
thead th { background: var(--raised); white-space: nowrap; vertical-align: bottom; } .wide thead th { white-space: normal; }
tbody th { font-weight: 600; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.wide td { overflow-wrap: break-word; max-width: 34rem; }
tbody th .quiet { font-weight: 400; }
.runs { vertical-align: middle; }
td .runs { flex-wrap: nowrap; } td .runs + .quiet { white-space: nowrap; }
@media (max-width: 40rem) { .stacked, .stacked tbody, .stacked tr, .stacked th, .stacked td { display: block; max-width: none !important; } .stacked thead { display: none; } .stacked tbody th, .stacked tbody td { border: 0; } .stacked tr { border-bottom: 1px solid var(--line); } .stacked td[data-name]::before { content: attr(data-name); display: block; color: var(--quiet); font-size: .87rem; } }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1rem; margin: .5rem 0; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 40rem) { .facts { grid-template-columns: minmax(0, 1fr); } .facts dd { margin-bottom: .3rem; } main { padding: 0 .6rem 3rem; } th, td { padding: .3rem .4rem; } }
.notes { list-style: none; margin: .5rem 0; padding: 0; }
.notes li { padding: .3rem .6rem; border-left: 3px solid var(--line); margin: .25rem 0; overflow-wrap: anywhere; }
.notes ul { padding-left: 1.2rem; margin: 0; } .notes ul li { padding: 0; border: 0; margin: 0; }
.notes .loud { border-color: var(--warn); background: var(--warn-back); }
.tag { display: inline-block; border-radius: 3px; padding: 0 .4rem; font-size: .87rem; background: var(--raised); color: var(--ink); white-space: nowrap; }
.tag.good { color: var(--good); background: var(--good-back); }
.tag.bad { color: var(--bad); background: var(--bad-back); }
.tag.warn { color: var(--warn); background: var(--warn-back); }
.tag.info { color: var(--info); background: var(--info-back); }
details > summary { cursor: pointer; }
.filters { display: flex; flex-wrap: wrap; gap: .5rem .9rem; align-items: end; margin: .5rem 0; padding: .6rem; background: var(--raised); border-radius: 4px; }
.filters label { display: flex; flex-direction: column; font-size: .87rem; color: var(--quiet); }
.filters .check { flex-direction: row; gap: .35rem; align-items: center; }
.runs { display: inline-flex; flex-wrap: wrap; gap: 2px; list-style: none; margin: 0; padding: 0; }
.runs a, .runs span { display: inline-block; min-width: 1.6em; text-align: center; border-radius: 3px; padding: 0 .25em; text-decoration: none; background: var(--raised); color: var(--ink); font-variant-numeric: tabular-nums; }
.runs .good { color: var(--good); background: var(--good-back); }
.runs .bad { color: var(--bad); background: var(--bad-back); }
.runs .warn { color: var(--warn); background: var(--warn-back); }
.runs .none { color: var(--quiet); border: 1px dashed var(--line); background: none; }
.lazy { content-visibility: auto; contain-intrinsic-size: auto 18rem; }
.places { position: sticky; top: 0; z-index: 3; background: var(--page); border-bottom: 1px solid var(--line); }
.places ul { display: flex; gap: .25rem 1.1rem; list-style: none; padding: .3rem 1rem; margin: 0 auto; max-width: 84rem; font-size: .93rem; overflow-x: auto; white-space: nowrap; }
.places a { display: inline-block; padding: .1rem 0; }
.plots { display: flex; flex-wrap: wrap; gap: 1rem 2rem; }
.plots figure { margin: 0; max-width: 100%; }
.plots svg { max-width: 100%; height: auto; color: var(--ink); background: none; font: 11px system-ui, sans-serif; }
.plots figcaption { font-size: .87rem; color: var(--quiet); max-width: 40rem; }
.plots .scroll { max-width: 100%; }`;

const TRIAL = `
.axis-box { position: sticky; top: 2rem; z-index: 2; background: var(--page); border-bottom: 1px solid var(--line); padding: .3rem 0; touch-action: pan-y; }
@media (max-height: 34rem) { .axis-box { position: static; } }
.zoom { display: flex; flex-wrap: wrap; gap: .35rem; align-items: center; font-size: .87rem; } .zoom button { padding: .05rem .5rem; }
@media (max-width: 40rem) { .zoom .keys { display: none; } .lane { grid-template-columns: 5rem minmax(0, 1fr) !important; } .filters input[type="number"] { width: 6rem; } }
.filters input[type="number"] { width: 7rem; }
.events li { scroll-margin-top: 14rem; }
.lanes { margin: .3rem 0; user-select: none; }
.lane { display: grid; grid-template-columns: 7rem minmax(0, 1fr); align-items: center; border-bottom: 1px solid var(--line); }
.lane-name { font-size: .8rem; color: var(--quiet); }
.lane svg { display: block; width: 100%; height: 1.1rem; }
.lane .axis { display: flex; justify-content: space-between; font-size: .8rem; color: var(--quiet); }
.lane .band { fill: var(--raised); }
.lane rect.session { fill: var(--quiet); } .lane rect.tool { fill: var(--link); } .lane rect.model { fill: var(--info); }
.lane rect.files { fill: var(--warn); } .lane rect.said { fill: var(--good); } .lane rect.error { fill: var(--bad); }
.events { list-style: none; margin: 0; padding: 0; }
.chunk { content-visibility: auto; contain-intrinsic-size: auto 3000px; }
.events li { border-bottom: 1px solid var(--line); padding: .15rem 0 .15rem .5rem; border-left: 3px solid transparent; }
.events li.tool { border-left-color: var(--link); } .events li.model { border-left-color: var(--info); } .events li.files { border-left-color: var(--warn); }
.events li.said { border-left-color: var(--good); } .events li.error { border-left-color: var(--bad); }
.events li:target, .events li.here { background: var(--info-back); }
.events summary, .events li > p { display: flex; gap: .6rem; min-width: 0; align-items: baseline; margin: 0; }
.events li > p { padding-left: 1.1rem; }
.events summary { list-style: none; } .events summary::-webkit-details-marker { display: none; }
.events summary::before { content: "▸"; color: var(--quiet); flex: none; width: .5rem; } .events details[open] > summary::before { content: "▾"; }
.events summary > i, .events p > i { font: .8rem ui-monospace, monospace; color: var(--quiet); flex: none; min-width: 4.8rem; text-align: right; }
.events summary > b, .events p > b { flex: none; min-width: 7.5rem; font-size: .87rem; font-weight: 400; color: var(--quiet); }
.events summary code, .events p code { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
pre[data-name]::before { content: attr(data-name); display: block; color: var(--quiet); font: .87rem system-ui, sans-serif; }
pre.text:empty::after { content: "nothing"; color: var(--quiet); }
@media (max-width: 40rem) { .events summary > b, .events p > b { min-width: 0; } .events summary > i, .events p > i { min-width: 3.6rem; } .events summary code, .events p code { white-space: normal; overflow-wrap: anywhere; } }
pre.diff { overflow-x: auto; padding: .5rem 0; }
pre.diff span { display: block; padding: 0 .65rem; }
.diff .plus { background: var(--good-back); color: var(--good); } .diff .minus { background: var(--bad-back); color: var(--bad); } .diff .at { color: var(--info); }
mark { color: inherit; background: var(--warn-back); border-bottom: 2px solid var(--warn); }
mark.good { background: var(--good-back); border-color: var(--good); } mark.bad { background: var(--bad-back); border-color: var(--bad); }
.command { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 1rem; }
.sides > * { min-width: 0; }
@media (max-width: 48rem) { .sides { grid-template-columns: minmax(0, 1fr); } }
table.beside { table-layout: fixed; width: 100%; min-width: 40rem; } table.beside th:first-child { width: 7.5rem; } table.beside td { overflow-wrap: anywhere; }
tr.parting > * { background: var(--bad-back); border-top: 2px solid var(--bad); border-bottom: 2px solid var(--bad); }
.first { border: 2px solid var(--bad); border-radius: 4px; padding: .25rem .5rem; }
td.odd { background: var(--warn-back); box-shadow: inset 3px 0 var(--warn); }
.agreed { border-bottom: 1px solid var(--line); padding: .3rem 0; }
.wrongs { list-style: none; margin: 0; padding: 0; }
tr.differs th::after { content: " differs"; font-weight: 400; color: var(--warn); }`;

export const STYLES = [COLOURS, TEXT, FRAME, TRIAL].join('').trim();
