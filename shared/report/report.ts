import type { ReportData } from '../contracts/report-data.ts';
import { againstBody } from './against.ts';
import { closingParts } from './closing.ts';
import { html, type Markup, raw } from './html.ts';
import { peopleParts } from './people.ts';
import { type Part, partOf, sectionBody } from './sections.ts';
import { STYLES } from './styles.ts';
import { verdictBand } from './verdict.ts';

/** The report, chunk by chunk: one page that loads nothing and runs no script; its policy forbids both. It has no times, so the same audit gives the same bytes in both homes. */
export function* renderReport(data: ReportData): Generator<string> {
  const first: Part[] =
    data.against === null
      ? []
      : [{ id: 'against', title: data.against.title, body: againstBody(data.against, data.verdict.level !== 'cannot tell') }];
  const people = data.people === null ? [] : peopleParts(data.people);
  const sections = data.sections.map((section, at) => ({ id: `section-${at + 1}`, title: section.title, section }));
  const closing = closingParts(data);
  yield html`${raw('<!doctype html>')}
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"><meta name="referrer" content="no-referrer"><meta name="robots" content="noindex"><title>unveil: ${data.name}</title><style>${raw(STYLES)}</style></head>
<body><main><div class="first"><header><p class="kind">${data.kind} release</p><h1><bdi>${data.name}</bdi></h1></header>
${verdictBand(data)}`.text;
  for (const part of first) yield partOf(part).text;
  // The first screen is for the decision. All else follows once, in this order, folded.
  yield html`</div><h2 class="rest">Everything behind it</h2>${facts(data)}`.text;
  for (const part of people) yield partOf(part, true).text;
  for (const { section, ...part } of sections) yield partOf({ ...part, body: sectionBody(section) }, true).text;
  for (const part of closing) yield partOf(part, true).text;
  yield `</main>
<footer><p>${data.redacted ? 'Item text is left out of this page.' : 'This page holds items of the release: it is as sensitive as what was undone.'}</p></footer></body></html>
`;
}

const facts = ({ facts: all }: ReportData): Markup =>
  html`<dl class="facts">${all.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
`;
