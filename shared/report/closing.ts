import type { ReportData } from '../contracts/report-data.ts';
import { html, type Markup, tied } from './html.ts';
import type { Part } from './sections.ts';
import { table } from './table.ts';

/** After the findings: what they answer, what to do, the glossary, and all that is needed to repeat the audit. */
export function closingParts({ guidance, notices, next, glossary, asked, provenance, request }: ReportData): Part[] {
  const parts: (Part | null)[] = [
    guidance.length === 0
      ? null
      : {
          id: 'guidance',
          title: 'Singling out, linking, inference',
          body: html`<p class="conclude">European guidance on anonymisation (Article 29 Working Party, Opinion 05/2014) asks three questions. No figure here answers any of them whole.</p>${table(
            {
              title: 'Singling out, linking, inference',
              head: ['Question', 'Figure of this audit', 'What it answers', 'What it does not'],
              rows: guidance.map(({ question, figure, answers, not }) => [question, figure, answers, not]),
            },
          )}`,
        },
    notices.length === 0
      ? null
      : {
          id: 'notices',
          title: 'To know before you quote it',
          body: html`<ul class="notices">${notices.map(({ message }) => html`<li>${tied(message)}</li>`)}</ul>`,
        },
    // The first three are below the verdict.
    next.length < 3
      ? null
      : { id: 'next', title: 'What to do next', body: html`<ol>${next.map((each) => html`<li>${tied(each)}</li>`)}</ol>` },
    glossary.length === 0
      ? null
      : {
          id: 'glossary',
          title: 'What the words mean',
          body: html`<dl class="glossary">${glossary.map(
            ({ term, technical, meaning }) =>
              html`<dt>${term}${technical !== null && html` <code>${technical}</code>`}</dt><dd>${tied(meaning)}</dd>`,
          )}</dl>`,
        },
    asked.length === 0 ? null : { id: 'asked', title: 'What was asked of whom', body: labelled(asked) },
    {
      id: 'repeat',
      title: 'How to repeat it',
      body: html`<p>The same release, request and sources give the same bytes with the same version of unveil, on any machine.${
        request !== null && ' Put the request below into audit.json, complete the paths, and run unveil audit audit.json.'
      }</p>${request !== null && html`<details><summary>The request</summary><pre tabindex="0">${request}</pre></details>`}${labelled(provenance)}`,
    },
  ];
  return parts.filter((part) => part !== null);
}

const labelled = (entries: ReportData['provenance']): Markup =>
  html`<dl class="provenance">${entries.map(({ label, value }) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;
