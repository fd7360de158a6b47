import type { AuditComparison, ComparedAudit, ComparedMeasure, Difference } from '../contracts/audit-comparison.ts';
import { estimateMarkup, hundredths } from './estimate.ts';
import { html, type Markup, tiedPercent } from './html.ts';
import { pageOf } from './page.ts';
import { riskUtilityChart } from './risk-utility.ts';

const HEADS: Readonly<Record<ComparedMeasure, string>> = {
  named_80: 'People named at 80\u00a0%',
  named_90: 'at 90\u00a0%',
  named_95: 'at 95\u00a0%',
  surest: 'Surest guess',
  precision: 'Precision',
  recall: 'Recall',
  f1: 'F1',
};

const OWN_STYLES = `
.whisker{fill:none;stroke:var(--ink);stroke-width:1.2}.scatter{max-width:44rem}.decided{font-weight:600}td small{display:block}tbody th,td:not(.words){white-space:nowrap}
.scroll th,.scroll td{padding:.35rem .4rem}.scroll td.words{min-width:0;overflow-wrap:break-word}.scroll thead th{min-width:3.2rem}
`;

/** Several audits: figures, risk against utility, and the differences beyond chance. */
export function renderComparison(comparison: AuditComparison): string {
  const { audits, of, verdict } = comparison;
  return pageOf({
    title: `unveil: ${audits.map(({ name }) => name).join(', ')}`,
    heading: html`${of === 'releases' ? 'Releases' : 'Attackers'} beside each other: <bdi>${audits.map(({ name }) => name).join(', ')}</bdi>`,
    headline: verdict,
    body: [notices(comparison), figures(comparison), chart(comparison), differences(comparison), provenance(audits)].filter(
      (part) => part !== null,
    ),
    footer: 'This page holds figures of the audits and no item of any release.',
    styles: OWN_STYLES,
  });
}

const notices = ({ notices: all }: AuditComparison): Markup | null =>
  all.length === 0
    ? null
    : html`<section aria-labelledby="notices"><h2 id="notices">To know</h2><ul class="notices">${all.map((each) => html`<li>${each}</li>`)}</ul></section>`;

/** Measures that some audit has: a table of people has no precision. */
const measuresOf = (audits: readonly ComparedAudit[]): ComparedMeasure[] =>
  (Object.keys(HEADS) as ComparedMeasure[]).filter((measure) => audits.some(({ figures: own }) => own[measure].value !== null));

function figures({ audits }: AuditComparison): Markup {
  const measures = measuresOf(audits);
  return section(
    'figures',
    'Figures',
    html`<thead><tr><th scope="col">Audit</th><th scope="col" class="words">Verdict</th><th scope="col" class="words">Attack</th>${measures.map((measure) => html`<th scope="col">${HEADS[measure]}</th>`)}<th scope="col">Pair-count error</th><th scope="col">NCP</th></tr></thead><tbody>${audits.map(
      ({ name, attack, figures: own, utility, level }) =>
        html`<tr><th scope="row"><bdi>${name}</bdi></th><td class="words">${level}</td><td class="words">${attack}</td>${measures.map((measure) => html`<td>${estimateMarkup(own[measure])}</td>`)}<td>${tiedPercent(
          utility?.pairCountError ?? null,
        )}</td><td>${tiedPercent(utility?.ncp ?? null)}</td></tr>`,
    )}</tbody>`,
    'In small: 95 % intervals. Surest guess: how probable what is named most surely of a person is, in the mean over all people. Pair-count error: how far the counts of pairs of items are off on average. NCP: the normalised certainty penalty. n/c: not computable.',
  );
}

function chart({ audits, judgedBy }: AuditComparison): Markup | null {
  if (judgedBy === null) return null;
  const points = audits.flatMap(({ name, figures: own, utility }) => {
    const loss = utility?.ncp ?? null;
    return loss === null ? [] : [{ name, loss, risk: own[judgedBy] }];
  });
  if (points.length === 0) return null;
  const missing = audits.filter(({ utility }) => (utility?.ncp ?? null) === null).map(({ name }) => name);
  return html`<section aria-labelledby="chart"><h2 id="chart">Risk against utility</h2>${riskUtilityChart({ points, risk: HEADS[judgedBy], loss: 'Utility lost (NCP)' })}<p class="note">Lower is safer, further left is more useful.${
    missing.length > 0 && html` Without a figure of utility: <bdi>${missing.join(', ')}</bdi>.`
  }</p></section>`;
}

function differences({ differences: all, audits }: AuditComparison): Markup {
  const count = (audits.length * (audits.length - 1)) / 2;
  const measures = measuresOf(audits);
  const shown = all.filter(({ measure }) => measures.includes(measure));
  return section(
    'differences',
    'Differences',
    html`<thead><tr><th scope="col">Figure</th><th scope="col" class="words">First</th><th scope="col" class="words">Second</th><th scope="col">Points apart</th><th scope="col">95 % interval</th><th scope="col" class="words">Paired</th><th scope="col" class="words">Finding</th></tr></thead><tbody>${shown.map(
      (each) =>
        html`<tr><th scope="row">${HEADS[each.measure]}</th><td class="words"><bdi>${each.first}</bdi></td><td class="words"><bdi>${each.second}</bdi></td><td>${points(each.difference)}</td><td>${
          each.low === null || each.high === null ? 'none' : `${points(each.low)} to ${points(each.high)}`
        }</td><td class="words">${pairedText(each)}</td><td class="words${/above|below/.test(each.finding) && ' decided'}">${findingText(each)}</td></tr>`,
    )}</tbody>`,
    `First less second. The intervals hold for all ${count} ${count === 1 ? 'difference' : 'differences'} of a figure together; “chance may do it” is no proof that two are alike.`,
  );
}

const pairedText = ({ paired, reason }: Difference): string =>
  paired === null ? `no: ${reason}` : paired === 'rows' ? 'row by row' : 'person by person';

const findingText = ({ finding, reason, paired }: Difference): string =>
  finding === 'undecided'
    ? paired !== null && reason !== null
      ? reason
      : 'chance may do it'
    : finding.startsWith('apart')
      ? `the first is ${finding.slice(6)}; intervals do not meet`
      : finding === 'not comparable'
        ? 'not comparable'
        : `the first is ${finding}`;

const provenance = (audits: readonly ComparedAudit[]): Markup =>
  section(
    'provenance',
    'Provenance',
    html`<thead><tr><th scope="col">Audit</th><th scope="col" class="words">Id</th><th scope="col" class="words">Kind</th><th scope="col">Transactions</th><th scope="col" class="words">Sources</th><th scope="col" class="words">Release, SHA-256</th><th scope="col" class="words">Original, SHA-256</th></tr></thead><tbody>${audits.map(
      (audit) =>
        html`<tr><th scope="row"><bdi>${audit.name}</bdi></th><td class="words">${audit.auditId}</td><td class="words">${audit.kind}</td><td>${audit.transactions}</td><td class="words">${audit.sources.join(', ')}</td><td class="words">${audit.releaseSha256.slice(0, 16)}</td><td class="words">${audit.originalSha256?.slice(0, 16) ?? 'none'}</td></tr>`,
    )}</tbody>`,
    '',
  );

const section = (id: string, title: string, table: Markup, note: string): Markup =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2><div class="scroll" tabindex="0" role="region" aria-label="${title}"><table>${table}</table></div>${note !== '' && html`<p class="note">${note}</p>`}</section>`;

const points = (value: number | null): string => (value === null ? 'n/c' : hundredths(value));
