import type { Statement } from '../contracts/statement.ts';
import { estimateMarkup } from './estimate.ts';
import { html, type Markup, tiedPercent } from './html.ts';
import { pageOf } from './page.ts';

const OWN_STYLES = `
td small{display:block}code{overflow-wrap:anywhere;font-size:.82rem}
@page{size:A4;margin:14mm}@media print{:root{--page:#fff;--ink:#000;--soft:#333;--line:#999;--panel:#fff;--accent:#000}body{font-size:10pt}h2{margin:1rem 0 .3rem;break-after:avoid}tr,li{break-inside:avoid}
th,td{padding:.15rem .3rem;font-size:8pt;white-space:normal}thead th{min-width:0}}
`;

/** The statement on one page to print. Its hash is signed with it. `checks`: what is checked of a claim on such a release; null where nothing is. */
export function renderStatement(statement: Statement, fingerprint: string, checks: string | null): string {
  const { audit, signer, signedAt } = statement;
  return pageOf({
    title: `unveil: statement on ${audit.name}`,
    heading: html`Statement on the release <bdi>${audit.name}</bdi>`,
    headline: headlineOf(statement),
    body: [
      part('claim', 'The claim', html`<p>${claimText(statement, checks)}</p>`),
      ...(statement.named.length === 0 ? [] : [part('named', 'People', named(statement))]),
      part('attackers', 'Attackers tried', attackers(statement)),
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

function headlineOf({ attackers: all, transactions }: Statement): string {
  const tried = all.filter(({ baseline }) => !baseline);
  const undecided = tried.filter(({ status }) => status !== 'decided').length;
  const some = undecided === 0 ? '' : ` Of ${undecided} nothing was found out, which is no sign of safety.`;
  return `${tried.length} ${tried.length === 1 ? 'attacker was' : 'attackers were'} tried on a release of ${transactions} transactions. What they reached stands below; what none of them tried, nobody knows from this page.${some}`;
}

function claimText({ claim: { k, m, finding } }: Statement, checks: string | null): string {
  if (finding === 'not claimed') return 'No claim of anonymity was named to the audit.';
  const what = k === null ? 'The claim' : `The claim (k = ${k}${m === null ? '' : `, m = ${m}`})`;
  if (finding === 'violated') return `${what} is false: the release itself violates it.`;
  if (finding === 'not checked') return `${what} was not checked.`;
  return `${what}: ${checks === null ? 'it was checked as the report of the audit says' : `of it was checked ${checks}`}, and no violation was found.`;
}

const named = ({ named: all }: Statement): Markup =>
  html`<ul>${all.map(
    ({ attack, certainty, share }) =>
      html`<li>Something hidden is named with at least ${Math.round(100 * certainty)} % certainty by ${attack}: of ${estimateMarkup(share)} of the people.</li>`,
  )}</ul>`;

const attackers = ({ attackers: all }: Statement): Markup =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="Attackers tried"><table><thead><tr><th scope="col">Attacker</th><th scope="col">Version</th><th scope="col" class="words">Ended</th><th scope="col">Precision</th><th scope="col">above chance</th><th scope="col">Recall</th><th scope="col">Coverage</th></tr></thead><tbody>${all.map(
    (each) =>
      html`<tr><th scope="row">${each.attack}${each.baseline && ' (for comparison)'}</th><td>${each.version}</td><td class="words">${each.status}</td><td>${estimateMarkup(each.precision)}</td><td>${estimateMarkup(each.precisionLift)}</td><td>${estimateMarkup(each.recall)}</td><td>${tiedPercent(each.coverage)}</td></tr>`,
  )}</tbody></table></div><p class="note">Precision: how much of what was taken out was added for protection, of a disassociated release how many placed pieces are right. Above chance: less that of as many at random. In small: 95 % intervals. n/c: not computable.</p>`;

const identity = ({ audit, inputs, sources }: Statement): Markup =>
  html`<dl class="provenance">${[
    ...inputs.map(({ role, sha256 }) => [`${role}, SHA-256`, sha256] as const),
    ['request, SHA-256', audit.requestSha256] as const,
    ['sources', sources.join(', ')] as const,
    ['seed', audit.seed] as const,
    ['unveil', audit.unveilVersion] as const,
    ['audit', `${audit.id}, ${audit.day}`] as const,
  ].map(([label, value]) => html`<dt>${label}</dt><dd><bdi>${value}</bdi></dd>`)}</dl>`;
