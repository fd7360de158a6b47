/** Colours of all our pages by purpose, light and dark. */
export const PALETTE = `
:root{color-scheme:light dark;--page:#fdfcfa;--ink:#1d1f24;--soft:#565c69;--line:#d9d6cf;--panel:#f4f2ec;--accent:#a4341f;--bar:#2f6f8f;--mark:#a4341f;--warn:#8a5a00;--link:#1d5f80;
--h0:#f3f7f4;--h1:#dcebe2;--h2:#c1dccb;--h3:#a0c9b3;--h4:#7fb39e;--h5:#6fa797;--h6:#3b6f6a;--h7:#2b595c;--on-dark:#fff;
--v0:#f5d3ca;--v1:#f5d3ca;--v2:#f6e3c0;--v3:#dde8ef}
@media screen and (prefers-color-scheme:dark){:root{--page:#15171b;--ink:#e8e6e1;--soft:#a9aeba;--line:#383c44;--panel:#1d2026;--accent:#ff9b82;--bar:#6db3d6;--mark:#ff9b82;--warn:#e9b65c;--link:#8fc7e6;
--h0:#1b2422;--h1:#1f332d;--h2:#24453c;--h3:#2b594e;--h4:#30635a;--h5:#366c61;--h6:#74b09f;--h7:#93c9b7;--on-dark:#0e1413;
--v0:#4a241c;--v1:#4a241c;--v2:#43351a;--v3:#1c2c38}}
`;

/** One style sheet: light, dark, phone and paper. Nothing is shown by colour alone; text has a contrast of at least 4.5 to 1. */
export const STYLES = `${PALETTE}*{box-sizing:border-box}
body{margin:0;overflow-wrap:anywhere;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif}
main,header,footer{max-width:64rem;margin:0 auto;padding:0 1rem}
header{padding-top:1rem}.first header{padding:1rem 0 0}
@media screen and (min-width:60rem){.first{min-height:100vh}}
h1{font-size:1.3rem;margin:0 0 .5rem;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:2rem 0 .5rem}
a{color:var(--link)}
.kind{color:var(--soft);font-size:.85rem;margin:0}
.verdict{border-radius:.5rem;padding:.75rem 1rem;margin:.5rem 0 1rem;border:1px solid var(--line);border-left:.5rem solid var(--accent)}
.verdict.v0{background:var(--v0)}.verdict.v1{background:var(--v1)}
.verdict.v2{background:var(--v2);border-left-color:var(--warn)}.verdict.v3{background:var(--v3);border-left-color:var(--bar)}
.verdict h2{margin:0 0 .4rem;font-size:1rem}.verdict p{margin:.4rem 0 0;font-size:.95rem}.verdict .headline{font-size:1.3rem;font-weight:650;line-height:1.3}
.scale{display:flex;flex-wrap:wrap;gap:.3rem;list-style:none;padding:0;margin:0}
.scale li{font-size:.82rem;padding:.1rem .6rem;border:1px solid var(--soft);border-radius:1rem}
.scale li[aria-current]{background:var(--ink);color:var(--page);border-color:var(--ink);font-weight:650}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(8.5rem,100%),1fr));gap:.5rem;margin:1.5rem 0 1rem}
.facts div{min-width:0;background:var(--panel);padding:.4rem .75rem;border-radius:.4rem}
.facts dt{color:var(--soft);font-size:.8rem}.facts dd{margin:0;font-weight:600;overflow-wrap:anywhere}
nav{background:var(--panel);border-radius:.4rem;padding:.6rem 1rem;margin:1rem 0}nav h2{margin:0;font-size:.95rem}
nav ol{margin:.3rem 0 0;padding-left:1.4rem;columns:16rem;column-gap:2rem;font-size:.9rem}nav li{break-inside:avoid}
.conclude{margin:.3rem 0 .7rem}
.note,.legend{color:var(--soft);font-size:.88rem}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:.4rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.9rem}
th,td{padding:.35rem .6rem;text-align:right;border-bottom:1px solid var(--line);vertical-align:top}
td span{white-space:nowrap}td small{white-space:nowrap}
th:first-child,td:first-child,.words{text-align:left}
td.words{min-width:7rem}
thead th{font-weight:600;vertical-align:bottom;overflow-wrap:normal;min-width:4.5rem}
tbody tr:last-child>*{border-bottom:0}
small{color:var(--soft)}
code{font-size:.85em;background:var(--panel);padding:0 .25em;border-radius:.2rem}
pre{background:var(--panel);padding:.6rem;overflow-x:auto;font-size:.8rem;white-space:pre-wrap}
.notices{border:1px solid var(--warn);border-radius:.4rem;padding:.6rem .9rem .6rem 2rem;margin:1rem 0}
.examples li{margin:.5rem 0}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(17rem,100%),1fr));gap:1rem}
.chart{margin:0;min-width:0;padding:.6rem .75rem;background:var(--panel);border-radius:.4rem}
figcaption{font-weight:600;margin-bottom:.25rem}
.bar{display:grid;grid-template-columns:4.5rem minmax(0,1fr) 4.2rem;gap:.5rem;align-items:center;font-size:.85rem}
.bar svg{width:100%;height:.9rem;display:block}.bar-value{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.against{display:grid;gap:.6rem}.against .bar{grid-template-columns:13rem minmax(0,1fr) 4.6rem;font-size:.95rem}.against .bar svg{height:1.2rem}
.against .bar:first-child{font-weight:600}
.track{fill:var(--line)}.value{fill:var(--bar)}.interval{fill:var(--ink)}.baseline{fill:var(--mark)}
.matrix th,.matrix td{padding:.3rem .5rem}
.matrix thead th{text-align:center;min-width:5rem}.matrix thead th:first-child{text-align:left}.matrix td{text-align:center;border:1px solid var(--page)}
.matrix tbody th{font-weight:400;min-width:9rem;max-width:16rem;text-align:left}.context{color:var(--soft);font-size:.82rem}
.h0{background:var(--h0)}.h1{background:var(--h1)}.h2{background:var(--h2)}.h3{background:var(--h3)}.h4{background:var(--h4)}
.h5{background:var(--h5)}.h6{background:var(--h6);color:var(--on-dark)}.h7{background:var(--h7);color:var(--on-dark)}
.hx{background:repeating-linear-gradient(45deg,var(--panel),var(--panel) 4px,var(--line) 4px,var(--line) 5px)}
.matrix td.framed{outline:2px solid var(--ink);outline-offset:-2px;box-shadow:inset 0 0 0 4px var(--page)}
.key{display:inline-block;min-width:1.1rem;height:1.1rem;text-align:center;vertical-align:text-bottom;border:1px solid var(--line);line-height:1}
.key.framed{outline:2px solid var(--ink);outline-offset:-3px}.key.mark{min-width:.2rem;background:var(--mark)}.key.reach{height:.2rem;vertical-align:middle;background:var(--ink)}
.lines{width:100%;max-width:34rem;display:block;font-size:11px;fill:var(--ink)}
.grid{stroke:var(--line)}.line{fill:none;stroke-width:2}.diagonal{fill:none;stroke:var(--soft);stroke-dasharray:4 3}
.line.s0{stroke:var(--bar)}.line.s1{stroke:var(--accent)}.line.s2{stroke:var(--warn)}.line.s3{stroke:var(--soft)}
circle.s0,.key.s0{fill:var(--bar);background:var(--bar)}circle.s1,.key.s1{fill:var(--accent);background:var(--accent)}
circle.s2,.key.s2{fill:var(--warn);background:var(--warn)}circle.s3,.key.s3{fill:var(--soft);background:var(--soft)}
.map{width:100%;max-width:34rem;display:block;border:1px solid var(--line);background:var(--panel)}
.map rect{stroke:var(--ink);stroke-width:.4;stroke-opacity:.6}.map .hx{fill:none;stroke-dasharray:2 1}
.map .h0{fill:var(--h0)}.map .h1{fill:var(--h1)}.map .h2{fill:var(--h2)}.map .h3{fill:var(--h3)}.map .h4{fill:var(--h4)}.map .h5{fill:var(--h5)}.map .h6{fill:var(--h6)}.map .h7{fill:var(--h7)}
.glossary dt{font-weight:600;margin-top:.6rem}.glossary dd{margin:0}
dl.provenance{display:grid;grid-template-columns:minmax(0,13rem) minmax(0,1fr);gap:.2rem 1rem;font-size:.88rem}
dl.provenance dt{color:var(--soft)}dl.provenance dd{margin:0;overflow-wrap:anywhere}
details{margin:.75rem 0}summary{cursor:pointer}summary h2{display:inline;margin:0}
footer{padding-bottom:3rem;color:var(--soft);font-size:.85rem}
@media screen and (max-width:44rem){
.against .bar{grid-template-columns:minmax(0,1fr) 4.2rem}.against .bar svg{grid-column:1/-1;grid-row:2}
.scroll:has(>.cards){border:0;overflow:visible}
.cards,.cards tbody,.cards tr,.cards td{display:block;width:100%}.cards thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.cards tr{border:1px solid var(--line);border-radius:.4rem;padding:.3rem .6rem;margin-bottom:.5rem}
.cards td,.cards td.words,.cards td:first-child{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.2fr);gap:.5rem;text-align:left;border:0;padding:.15rem 0;min-width:0}
.cards td::before{content:attr(data-label);color:var(--soft);font-size:.84rem}.cards td:first-child{font-weight:600}.cards td:first-child::before{font-weight:400}
.cards td span,.cards td small{white-space:normal}
.matrix th:first-child{position:sticky;left:0;background:var(--page);min-width:7rem;max-width:9rem}
.scroll:has(>.matrix)::before{content:"The table goes on to the right: move it sideways.";display:block;position:sticky;left:0;padding:.2rem .6rem;color:var(--soft);font-size:.82rem}}
@media print{:root{color-scheme:light}body{font-size:10.5pt;print-color-adjust:exact;-webkit-print-color-adjust:exact}main,header,footer{max-width:none;padding:0}
nav{display:none}.scroll{overflow:visible;border:0}table{font-size:8.5pt}th,td{padding:.2rem .35rem}thead{display:table-header-group}
tr,.chart,figure,li,.verdict,.facts div,svg,dd{break-inside:avoid}h2,.conclude,dt,summary{break-after:avoid}.glossary dt+dd{break-before:avoid}
section>details::details-content{content-visibility:visible;block-size:auto}a{color:inherit;text-decoration:none}
.matrix thead th,.matrix tbody th{min-width:0}}
`;
