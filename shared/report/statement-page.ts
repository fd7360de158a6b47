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
      ...(statement.attackers.length === 0 ? [] : [part('attackers', 'Attackers tried', attackers(statement))]),
      ...(findingsOf(statement).length === 0 ? [] : [part('findings', 'What was found', findings(statement))]),
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

/** A statement of version 1 has none. */
const findingsOf = ({ findings: all }: Statement) => all ?? [];

function headlineOf(statement: Statement): string {
  const { attackers: all, transactions } = statement;
  const tried = [...all.filter(({ baseline }) => !baseline), ...findingsOf(statement)];
  const undecided = tried.filter(({ status }) => status !== 'decided').length;
  const some = undecided === 0 ? '' : ` Of ${undecided} nothing was found out, which is no sign of safety.`;
  return `${tried.length} ${tried.length === 1 ? 'attacker was' : 'attackers were'} tried on a release of ${transactions} ${all.length === 0 ? 'people' : 'transactions'}. What they reached stands below; what none of them tried, nobody knows from this page.${some}`;
}

function claimText({ claim: { k, m, finding } }: Statement, checks: string | null): string {
  if (finding === 'not claimed') return 'No claim of anonymity was named to the audit.';
  const what = k === null ? 'The claim' : `The claim (k = ${k}${m === null ? '' : `, m = ${m}`})`;
  if (finding === 'violated') return `${what} is false: the release itself violates it.`;
  if (finding === 'not checked') return `${what} was not checked.`;
  return `${what}: ${checks === null ? 'it was checked as the report of the audit says' : `of it was checked ${checks}`}, and no violation was found.`;
}

const named = (statement: Statement): Markup =>
  html`<ul>${statement.named.map(
    ({ attack, certainty, share }) =>
      html`<li>Something hidden is named with at least ${Math.round(100 * certainty)} % certainty by ${attack}: of ${estimateMarkup(share)} of the people.</li>`,
  )}</ul>${
    isOwnAccount(statement) &&
    html`<p>That nobody is named so surely is what this attack says of its own certainty. Read it beside what was found.</p>`
  }`;

/** Nobody is named, and yet some figure is as great where that of what knows less is not. */
const isOwnAccount = (statement: Statement): boolean =>
  statement.named.some(
    ({ certainty, share }) =>
      share.value === 0 &&
      findingsOf(statement).some(
        ({ status, share: found, less }) => status === 'decided' && (found.value ?? 0) >= certainty && (less?.value ?? 0) < certainty,
      ),
  );

const findings = (statement: Statement): Markup =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="What was found"><table><thead><tr><th scope="col">Attacker</th><th scope="col">Version</th><th scope="col" class="words">Ended</th><th scope="col" class="words">Figure</th><th scope="col">Share</th><th scope="col">What knows less</th></tr></thead><tbody>${findingsOf(
    statement,
  ).map(
    (each) =>
      html`<tr><th scope="row"><bdi>${each.attack}${each.about !== null && ` (${each.about})`}</bdi></th><td>${each.version}</td><td class="words">${each.status}</td><td class="words"><bdi>${each.figure ?? 'n/c'}</bdi></td><td>${estimateMarkup(each.share)}</td><td>${each.less === null ? 'n/c' : html`${tiedPercent(each.less.value)}<small>${each.less.name}</small>`}</td></tr>`,
  )}</tbody></table></div><p class="note">Share: of the people, or of what is hidden of them, as the figure says; in small its 95 % interval. What knows less: the same by somebody who knows less. n/c: not computable.</p>`;

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
