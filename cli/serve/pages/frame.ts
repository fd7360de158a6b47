import { LEVELS } from '../../../shared/core/verdict/verdict.ts';
import { html, type Markup, raw, tied } from '../../../shared/report/html.ts';
import { PALETTE } from '../../../shared/report/styles.ts';

interface Framed {
  readonly title: string;
  /** `/TOKEN/`: prefix of all addresses of the server. */
  readonly base: string;
  readonly body: Markup;
  /** Seconds after which the page reloads, without script. */
  readonly refresh?: number;
}

/** Common parts of all pages. They contain no style and no script, because the policy forbids both. */
export function frame({ title, base, body, refresh }: Framed): Markup {
  return html`${raw('<!doctype html>')}
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title} · unveil</title><link rel="stylesheet" href="${base}style.css"><link rel="icon" href="${base}icon.svg" type="image/svg+xml">${
    refresh !== undefined && html`<noscript><meta http-equiv="refresh" content="${refresh}"></noscript>`
  }<script src="${base}page.js" defer></script></head>
<body><a class="skip" href="#main">To the content</a><header class="bar-top"><a class="home" href="${base}">unveil</a><nav aria-label="Pages"><a href="${base}">Audit</a><a href="${base}anonymise">Anonymise</a><a href="${base}audits">Earlier audits</a></nav></header>
<main id="main" tabindex="-1">${body}</main>
<footer><p>This page is served by your own machine, to your own machine. What you give it stays here, and goes when unveil serve ends unless you keep it.</p></footer></body></html>
`;
}

export const SERVE_STYLES = `${PALETTE}
*{box-sizing:border-box}
body{margin:0;overflow-wrap:anywhere;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif}
main,header,footer{max-width:64rem;margin:0 auto;padding:0 1rem}
h1{font-size:1.5rem;margin:0 0 .5rem}h2{font-size:1.15rem;margin:1.75rem 0 .5rem}h3{font-size:1rem;margin:1.25rem 0 .5rem}
.headline{font-size:1.15rem;border-left:.3rem solid var(--accent);padding:.25rem 0 .25rem .9rem;margin:1rem 0}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(9rem,100%),1fr));gap:.5rem;margin:1rem 0}
.facts div{min-width:0;background:var(--panel);padding:.5rem .75rem;border-radius:.4rem}
.facts dt{color:var(--soft);font-size:.8rem}.facts dd{margin:0;font-weight:600}
.note,small{color:var(--soft);font-size:.88rem}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:.4rem;margin:1rem 0}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.9rem}
th,td{padding:.35rem .6rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}
th{vertical-align:bottom}tbody tr:last-child>*{border-bottom:0}th:first-child{width:100%;min-width:11rem}.number{text-align:right;white-space:nowrap}
.notices{border:1px solid var(--warn);border-radius:.4rem;padding:.6rem .9rem .6rem 2rem;margin:1rem 0}
details{margin:.75rem 0}summary{cursor:pointer}
footer{padding-top:1.5rem;padding-bottom:3rem;color:var(--soft);font-size:.85rem}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--page);padding:.5rem;z-index:1}
a{color:var(--link)}:focus-visible{outline:3px solid var(--bar);outline-offset:2px}main:focus{outline:0}
.bar-top{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:baseline;width:calc(100% - 2rem);max-width:62rem;padding:1rem 0 .5rem;border-bottom:1px solid var(--line);margin-bottom:1.5rem}
.home{font-weight:700;color:var(--ink);text-decoration:none}nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
.lead{font-size:1.05rem;max-width:46rem}
.drop{border:2px dashed var(--soft);border-radius:.5rem;padding:1.25rem;background:var(--panel)}
.drop.is-over{border-color:var(--bar);border-style:solid}
.drop>p{margin:0 0 1rem;font-size:1.1rem;font-weight:600}
.files{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:.25rem 2rem}
fieldset{border:1px solid var(--line);border-radius:.4rem;margin:1rem 0;padding:.75rem 1rem;min-width:0}legend{font-weight:600;padding:0 .35rem}
.field{margin:.6rem 0 1rem}.field>label,.field .label{display:block;font-weight:600}
.field .help{color:var(--soft);font-size:.88rem;margin:.1rem 0 .3rem;max-width:46rem}
input,select,button{font:inherit;color:inherit}
input[type=text],input[type=number],select{background:var(--page);border:1px solid var(--soft);border-radius:.3rem;padding:.35rem .5rem;max-width:100%;width:22rem}
input[type=number]{width:9rem}input[type=file]{max-width:100%;width:100%}
input::file-selector-button{font:inherit;color:var(--ink);background:var(--page);border:1px solid var(--soft);border-radius:.3rem;padding:.35rem .75rem;margin-right:.75rem;cursor:pointer}
input[type=checkbox]{width:1.15rem;height:1.15rem;vertical-align:text-bottom;margin:0 .5rem 0 0;flex:none}
.choices{list-style:none;margin:.3rem 0;padding:0;display:grid;gap:.35rem}.choices label,.check{display:flex;align-items:flex-start}
.choices.is-short{grid-template-columns:repeat(auto-fill,minmax(min(12rem,100%),1fr))}
button,.button{display:inline-block;background:var(--bar);color:var(--page);border:1px solid var(--bar);border-radius:.35rem;padding:.5rem 1rem;font-weight:600;cursor:pointer;text-decoration:none;min-height:2.75rem}
button.is-quiet,.button.is-quiet{background:transparent;color:var(--ink);border-color:var(--soft)}
button:disabled{opacity:.6;cursor:default}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;margin:1.25rem 0}.actions form{margin:0}
.problem{border:1px solid var(--accent);border-left-width:.4rem;border-radius:.4rem;padding:.6rem .9rem;margin:1rem 0}.problem h2{margin:0 0 .25rem}
.problem pre,.said{white-space:pre-wrap;margin:0;font:inherit}
pre.summary{margin:0;padding:.75rem;font:.85rem/1.45 ui-monospace,"Liberation Mono",Menlo,Consolas,monospace;white-space:pre}
progress{width:100%;height:1.1rem;accent-color:var(--bar)}
.now{font-size:1.1rem;font-weight:600;margin:0}.times{color:var(--soft);min-height:1.5em;margin:.25rem 0}
.roles th{min-width:12rem;width:auto!important;vertical-align:top}.roles select{width:100%;margin:.25rem 0;font-weight:400}.roles small{display:block;font-weight:400}
.level{display:inline-block;color:var(--ink);font-weight:650;border:1px solid var(--soft);border-radius:1rem;padding:0 .6rem;margin-right:.3rem}.level.v0{background:var(--v0)}.level.v1{background:var(--v1)}.level.v2{background:var(--v2)}.level.v3{background:var(--v3)}
.rows{margin:0;padding-left:2rem}.rows li{margin:.25rem 0}
.set{background:var(--h1);border-radius:.25rem;padding:0 .25rem;-webkit-box-decoration-break:clone;box-decoration-break:clone}
code.words{display:block;background:var(--panel);border-radius:.4rem;padding:.6rem .75rem;font:.88rem/1.5 ui-monospace,"Liberation Mono",Menlo,Consolas,monospace;white-space:pre-wrap}
@media(prefers-reduced-motion:no-preference){.drop{transition:border-color .15s}}
`;

/** A verdict in one line, with its level in the report's colour. */
export function colouredVerdict(line: string): Markup {
  const level = LEVELS.findIndex((each) => line.startsWith(`Verdict: ${each}.`));
  if (level < 0) return html`${line}`;
  const words = `Verdict: ${LEVELS[level]}`;
  return html`<span class="level v${level}">${words}</span>${tied(line.slice(words.length + 1))}`;
}

export const facts = (entries: readonly { readonly label: string; readonly value: string }[]): Markup =>
  html`<dl class="facts">${entries.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;

/** An error, announced at once by a screen reader. */
export const problem = (title: string, message: string | null): Markup | false =>
  message !== null && html`<div class="problem" role="alert"><h2>${title}</h2><pre>${message}</pre></div>`;

/** A button with an effect is a form of its own, so that no link ever changes anything. */
export const action = (path: string, label: string, quiet = true): Markup =>
  html`<form method="post" action="${path}"><button${quiet && raw(' class="is-quiet"')}>${label}</button></form>`;

export function megabytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB'];
  return `${size < 100 ? Number(size.toFixed(1)) : Math.round(size)} ${unit}`;
}
