import type { Statement } from '../contracts/statement.ts';
import { claimSentence } from '../core/verdict/claim.ts';
import { type Finding, hasFigure } from '../core/verdict/finding.ts';
import { estimateMarkup } from './estimate.ts';
import { html, type Markup, tiedPercent } from './html.ts';
import { pageOf } from './page.ts';

const OWN_STYLES = `
td small{display:block}code{overflow-wrap:anywhere;font-size:.82rem}
@page{size:A4;margin:14mm}@media print{:root{--page:#fff;--ink:#000;--soft:#333;--line:#999;--panel:#fff;--accent:#000}body{font-size:10pt}h2{margin:1rem 0 .3rem;break-after:avoid}tr,li{break-inside:avoid}
th,td{padding:.15rem .3rem;font-size:8pt;white-space:normal}thead th{min-width:0}}
`;

/** The statement as one page for printing. The signature covers its hash. */
export function renderStatement(statement: Statement, fingerprint: string): string {
  const { audit, signer, signedAt, conclusion } = statement;
  return pageOf({
    title: `unveil: statement on ${audit.name}`,
    heading: html`Statement on the release <bdi>${audit.name}</bdi>`,
    headline: headlineOf(statement),
    body: [
      part('verdict', 'Verdict', html`<ul>${[...conclusion.text.ways, conclusion.text.next].map((each) => html`<li>${each}</li>`)}</ul>`),
      part('claims', 'What was checked', claimsPart(statement)),
      ...(conclusion.gate === null ? [] : [part('gate', 'Limit', html`<p>${conclusion.gate.message}</p>`)]),
      part('findings', 'What was found', findings(conclusion.findings.filter(hasFigure))),
      part('missing', 'What failed, lacked an input, or was not tried', missing(conclusion.findings)),
      ...(statement.attackers.length === 0 ? [] : [part('attackers', 'Attackers tried', attackers(statement))]),
      part('not', 'What this does not prove', html`<ul>${statement.doesNotProve.map((each) => html`<li>${each}</li>`)}</ul>`),
      part('identity', 'What was audited, with what', identity(statement)),
      part(
        'signature',
        'Signature',
        html`<p>Signed${signer !== null && html` by <bdi>${signer}</bdi>`} on ${signedAt.slice(0, 10)} with the Ed25519 key of this fingerprint (SHA-256):</p><p><code>${fingerprint}</code></p><p class="note">The signature stands in statement.json, over its text and this page. To verify: <code>unveil certify --verify statement.json</code>, and hold the fingerprint against the one that the signer has published elsewhere.</p>`,
      ),
    ],
    footer: 'This page holds figures and hashes, and no item of the release.',
    styles: OWN_STYLES,
  });
}

const part = (id: string, title: string, body: Markup): Markup =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`;

function headlineOf({ conclusion: { verdict, text } }: Statement): string {
  return `Verdict: ${verdict.level}. ${text.headline}`;
}

const claimsPart = ({ conclusion: { claims } }: Statement): Markup =>
  claims.length === 0
    ? html`<p>No guarantee was claimed, so none was checked.</p>`
    : html`<ul>${claims.map((claim) => html`<li>${claimSentence(claim)}${claim.checked !== null && ` (${claim.checked} checked)`}</li>`)}</ul>`;

const findings = (all: readonly Finding[]): Markup =>
  all.length === 0
    ? html`<p>Nothing has a figure.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="What was found"><table><thead><tr><th scope="col">Attack or check</th><th scope="col" class="words">Exposes</th><th scope="col">Confidence</th><th scope="col">People acted on</th><th scope="col">Right</th><th scope="col">Baseline</th><th scope="col">Exposed beyond it</th><th scope="col" class="words">State</th></tr></thead><tbody>${all.map(
        (each) =>
          html`<tr><th scope="row"><bdi>${nameOf(each)}</bdi></th><td class="words">${each.way}</td><td>${each.confidence === 0 ? 'any' : tiedPercent(each.confidence)}</td><td>${each.people} of ${each.of}</td><td>${count(each.right ?? each.expectedRight)}</td><td>${count(each.baseline?.right ?? null)}</td><td>${estimateMarkup({ value: each.exposed, low: each.interval?.low ?? null, high: each.interval?.high ?? null })}</td><td class="words">${each.state}</td></tr>`,
      )}</tbody></table></div><p class="note">Right: how many of those acted on; expected ones where no original tells. Baseline: the same attacker without the knowledge in question. In small: 95 % intervals.</p>`;

function missing(all: readonly Finding[]): Markup {
  const silent = all.filter((each) => !hasFigure(each) || each.lost > 0);
  return silent.length === 0
    ? html`<p>Nothing.</p>`
    : html`<ul>${silent.map((each) => html`<li>${nameOf(each)}: ${each.state}, ${each.reason}</li>`)}</ul>`;
}

const nameOf = ({ attack, about }: Finding): string => (about === null ? attack : `${attack} (${about})`);
const count = (value: number | null): string => (value === null ? 'n/c' : String(Math.round(10 * value) / 10));

const attackers = ({ attackers: all }: Statement): Markup =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="Attackers tried"><table><thead><tr><th scope="col">Attacker</th><th scope="col">Version</th><th scope="col" class="words">Ended</th><th scope="col">Precision</th><th scope="col">above chance</th><th scope="col">Recall</th><th scope="col">Coverage</th></tr></thead><tbody>${all.map(
    (each) =>
      html`<tr><th scope="row">${each.attack}${each.baseline && ' (for comparison)'}</th><td>${each.version}</td><td class="words">${each.status}</td><td>${estimateMarkup(each.precision)}</td><td>${estimateMarkup(each.precisionLift)}</td><td>${estimateMarkup(each.recall)}</td><td>${tiedPercent(each.coverage)}</td></tr>`,
  )}</tbody></table></div><p class="note">Precision: how much of what was taken out was added for protection, of a release in clusters how many placed pieces are right. Above chance: less that of as many at random. In small: 95 % intervals. n/c: not computable.</p>`;

const identity = ({ audit, inputs, sources }: Statement): Markup =>
  html`<dl class="provenance">${[
    ...inputs.map(({ role, sha256 }) => [`${role}, SHA-256`, sha256] as const),
    ['request, SHA-256', audit.requestSha256] as const,
    ['sources', sources.join(', ')] as const,
    ['seed', audit.seed] as const,
    ['unveil', audit.unveilVersion] as const,
    ['audit', `${audit.id}, ${audit.day}`] as const,
  ].map(([label, value]) => html`<dt>${label}</dt><dd><bdi>${value}</bdi></dd>`)}</dl>`;
