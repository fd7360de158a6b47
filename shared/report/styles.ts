/** One style sheet, light and dark, phone first. No colour is the only sign of anything. */
export const STYLES = `
:root{color-scheme:light dark;--page:#fdfcfa;--ink:#1d1f24;--soft:#5c6270;--line:#d9d6cf;--panel:#f4f2ec;--accent:#a4341f;--bar:#2f6f8f;--mark:#a4341f;--warn:#8a5a00;
--h0:#f3f7f4;--h1:#dcebe2;--h2:#c1dccb;--h3:#a0c9b3;--h4:#7fb39e;--h5:#5e998a;--h6:#437c76;--h7:#2f5f62;--on-dark:#fff}
@media(prefers-color-scheme:dark){:root{--page:#15171b;--ink:#e8e6e1;--soft:#a3a8b4;--line:#34383f;--panel:#1d2026;--accent:#ff9b82;--bar:#6db3d6;--mark:#ff9b82;--warn:#e9b65c;
--h0:#1b2422;--h1:#1f332d;--h2:#24453c;--h3:#2b594e;--h4:#387064;--h5:#4b8a7b;--h6:#68a695;--h7:#8fc4b2;--on-dark:#0e1413}}
*{box-sizing:border-box}
body{margin:0;overflow-wrap:anywhere;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif}
main,header,footer{max-width:64rem;margin:0 auto;padding:0 1rem}
header{padding-top:1.5rem}
h1{font-size:1.35rem;margin:0 0 .5rem;overflow-wrap:anywhere}
h2{font-size:1.1rem;margin:2rem 0 .5rem}
.headline{font-size:1.15rem;border-left:.3rem solid var(--accent);padding:.25rem 0 .25rem .9rem;margin:1rem 0}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(9rem,100%),1fr));gap:.5rem;margin:1rem 0}
.facts div{min-width:0;background:var(--panel);padding:.5rem .75rem;border-radius:.4rem}
.facts dt{color:var(--soft);font-size:.8rem}.facts dd{margin:0;font-weight:600;overflow-wrap:anywhere}
.note,.legend{color:var(--soft);font-size:.88rem}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:.4rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.9rem}
th,td{padding:.35rem .6rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th:first-child,td:first-child,.words{text-align:left}
td.words{white-space:normal;min-width:7rem}
thead th{font-weight:600;vertical-align:bottom;white-space:normal;overflow-wrap:normal;min-width:4.5rem}
tbody tr:last-child>*{border-bottom:0}
.attacks small{display:block}
.attacks th:first-child{position:sticky;left:0;background:var(--page)}
.is-baseline{color:var(--soft)}.is-baseline th{font-weight:400;font-style:italic}
small{color:var(--soft)}
.warning,.notices{border:1px solid var(--warn);border-radius:.4rem;padding:.6rem .9rem .6rem 2rem;margin:1rem 0}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(17rem,100%),1fr));gap:1rem}
.chart{margin:0;min-width:0;padding:.6rem .75rem;background:var(--panel);border-radius:.4rem}
figcaption{font-weight:600;margin-bottom:.25rem}.chart.is-baseline figcaption{font-weight:400;font-style:italic}
.bar{display:grid;grid-template-columns:4.5rem minmax(0,1fr) 4.2rem;gap:.5rem;align-items:center;font-size:.85rem}
.bar svg{width:100%;height:.9rem;display:block}.bar-value{text-align:right;font-variant-numeric:tabular-nums}
.comparison .rows{display:grid;gap:.45rem}.comparison .row{display:grid;grid-template-columns:minmax(0,1fr) 13rem;gap:0 1rem;align-items:baseline}
.comparison .bar{grid-template-columns:8.5rem minmax(0,1fr) 4.2rem;font-size:.92rem}.comparison .row:first-child{font-weight:600}
.beside{font-variant-numeric:tabular-nums;font-size:.88rem}.rates{grid-column:1/-1;color:var(--soft);font-size:.82rem;font-weight:400;padding-left:9rem;margin-top:-.1rem}
@media(max-width:40rem){.comparison .row{grid-template-columns:minmax(0,1fr)}.comparison .bar{grid-template-columns:6.5rem minmax(0,1fr) 3.8rem}.rates,.beside{padding-left:7rem}}
.track{fill:var(--line)}.value{fill:var(--bar)}.interval{fill:var(--ink)}.baseline{fill:var(--mark)}
.heat th,.heat td{padding:.3rem .5rem}
.heat thead th{text-align:center;min-width:5rem}.heat td{text-align:center;border:1px solid var(--page)}
.heat tbody th{font-weight:400;white-space:normal;min-width:9rem;max-width:16rem}.context{color:var(--soft);font-size:.82rem}
.h0{background:var(--h0)}.h1{background:var(--h1)}.h2{background:var(--h2)}.h3{background:var(--h3)}.h4{background:var(--h4)}
.h5{background:var(--h5);color:var(--on-dark)}.h6{background:var(--h6);color:var(--on-dark)}.h7{background:var(--h7);color:var(--on-dark)}
.hx{background:repeating-linear-gradient(45deg,var(--panel),var(--panel) 4px,var(--line) 4px,var(--line) 5px)}
.out{text-decoration:line-through;font-style:italic}.heat td.original{outline:2px solid var(--ink);outline-offset:-3px}
.key{display:inline-block;min-width:1.1rem;height:1.1rem;text-align:center;vertical-align:text-bottom;border:1px solid var(--line);line-height:1}
.key.original{outline:2px solid var(--ink);outline-offset:-3px}
.lines{width:100%;max-width:34rem;display:block;font-size:11px;fill:var(--ink)}
.grid{stroke:var(--line)}.line{fill:none;stroke-width:2}.diagonal{fill:none;stroke:var(--soft);stroke-dasharray:4 3}
.line.s0{stroke:var(--bar)}.line.s1{stroke:var(--accent)}.line.s2{stroke:var(--warn)}.line.s3{stroke:var(--soft)}
circle.s0,.key.s0{fill:var(--bar);background:var(--bar)}circle.s1,.key.s1{fill:var(--accent);background:var(--accent)}
circle.s2,.key.s2{fill:var(--warn);background:var(--warn)}circle.s3,.key.s3{fill:var(--soft);background:var(--soft)}
dl.provenance{display:grid;grid-template-columns:minmax(0,9rem) minmax(0,1fr);gap:.2rem 1rem;font-size:.88rem}
dl.provenance dt{color:var(--soft)}dl.provenance dd{margin:0;overflow-wrap:anywhere}
details{margin:.75rem 0}summary{cursor:pointer}
footer{padding-bottom:3rem;color:var(--soft);font-size:.85rem}
@media print{.scroll{overflow:visible}}
`;
