import type { CampaignFigures, CampaignResult, CampaignRow } from '../contracts/campaign-result.ts';
import { LEVELS } from '../core/verdict/verdict.ts';
import { bar } from './bars.ts';
import { estimateMarkup } from './estimate.ts';
import { html, type Markup } from './html.ts';
import { pageOf } from './page.ts';

/** Maximum number of bars; the table has all audits. */
const DRAWN = 20;

const OWN_STYLES = `
td small{display:block}.risks .bar{grid-template-columns:minmax(0,14rem) minmax(0,1fr) 4.2rem}.risks .bar-name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
`;

/** In the cloud some audits end otherwise than at home. */
interface CampaignShown extends Pick<CampaignResult, 'campaign' | 'unveilVersion'> {
  readonly audits: readonly CampaignRow[];
}

/** All audits of a campaign: a bar for each, the most exposed first, then a line for each, the worst verdict first. */
export function renderCampaign(
  { campaign, unveilVersion, audits }: CampaignShown,
  reportOf: (row: CampaignRow) => string = ({ name }) => `${encodeURIComponent(name)}/report.html`,
): string {
  return pageOf({
    title: `unveil: ${campaign}`,
    heading: html`Campaign <bdi>${campaign}</bdi>`,
    headline: headlineOf(audits),
    body: [unsuccessful(audits), risks(audits), table(audits, reportOf)].filter((part) => part !== null),
    footer: `Made by unveil ${unveilVersion}. This page holds figures of the audits and no item of any release.`,
    styles: OWN_STYLES,
  });
}

/** Ways of ending that every headline counts, and those that it names where there are some. */
const ENDS = ['succeeded', 'rejected', 'failed'] as const;
const OTHER_ENDS = ['lost', 'running', 'waiting'] as const;

function headlineOf(audits: readonly CampaignRow[]): string {
  const of = (wanted: CampaignRow['status']): number => audits.filter(({ status }) => status === wanted).length;
  const ends = [...ENDS, ...OTHER_ENDS.filter((status) => of(status) > 0)].map((status) => `${of(status)} ${status}`).join(', ');
  const levels = LEVELS.map((level) => ({ level, number: audits.filter(({ figures }) => figures?.level === level).length }));
  const found = levels.filter(({ number }) => number > 0).map(({ level, number }) => `${number} ${level}`);
  const closed = audits.filter(({ word }) => word === 'above the limit').length;
  return `${audits.length} ${audits.length === 1 ? 'audit' : 'audits'}: ${ends}.${found.length === 0 ? '' : ` Verdicts: ${found.join(', ')}.`}${closed === 0 ? '' : ` ${closed} above the limit.`}`;
}

function unsuccessful(audits: readonly CampaignRow[]): Markup | null {
  const ended = audits.filter(({ status }) => status !== 'succeeded');
  if (ended.length === 0) return null;
  return html`<section aria-labelledby="failed"><h2 id="failed">What did not succeed</h2><ul class="notices">${ended.map(
    ({ name, status, reason }) => html`<li><bdi>${name}</bdi>: ${status}${reason === null ? '' : html`: <bdi>${reason}</bdi>`}</li>`,
  )}</ul></section>`;
}

/** Audits with a leak, by the exposure of their leading finding. */
function risks(audits: readonly CampaignRow[]): Markup | null {
  const known = audits.flatMap(({ name, figures }) =>
    figures === null || figures.level !== 'leaks' || figures.exposed.value === null
      ? []
      : [{ name, exposed: figures.exposed, share: figures.exposed.value }],
  );
  if (known.length === 0) return null;
  const most = known.toSorted((a, b) => b.share - a.share).slice(0, DRAWN);
  return html`<section aria-labelledby="risks" class="risks"><h2 id="risks">People exposed beyond guessing</h2>${most.map(
    ({ name, exposed }) => bar(name, exposed, null),
  )}<p class="note">${known.length > DRAWN ? `The ${DRAWN} highest of ${known.length}, highest first.` : 'Highest first.'} Which audit is above another beyond chance: unveil compare.</p></section>`;
}

const byLevel = (audits: readonly CampaignRow[]): CampaignRow[] => {
  const rank = ({ figures }: CampaignRow): number => (figures === null ? -1 : LEVELS.indexOf(figures.level));
  return audits.toSorted((a, b) => rank(a) - rank(b) || (b.figures?.exposed.value ?? 0) - (a.figures?.exposed.value ?? 0));
};

const table = (audits: readonly CampaignRow[], reportOf: (row: CampaignRow) => string): Markup =>
  html`<section aria-labelledby="audits"><h2 id="audits">Audits</h2><div class="scroll" tabindex="0" role="region" aria-label="Audits"><table><thead><tr><th scope="col">Audit</th><th scope="col" class="words">Verdict</th><th scope="col">People</th><th scope="col" class="words">Led by</th><th scope="col">Exposed</th><th scope="col" class="words">Limit</th></tr></thead><tbody>${byLevel(
    audits,
  ).map((row) => {
    const { name, status, word, figures } = row;
    return html`<tr><th scope="row">${
      status === 'succeeded' ? html`<a href="${reportOf(row)}"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`
    }</th><td class="words">${figures?.level ?? status}</td>${figures === null ? html`<td colspan="4"></td>` : cells(figures, word)}</tr>`;
  })}</tbody></table></div><p class="note">Exposed: share of the people beyond the baseline of the finding that leads. In small: 95 % intervals. n/c: not computable.</p></section>`;

const cells = ({ people, attack, way, exposed }: CampaignFigures, word: CampaignRow['word']): Markup =>
  html`<td>${people}</td><td class="words"><bdi>${attack === null ? 'n/c' : `${attack}: ${way}`}</bdi></td><td>${estimateMarkup(exposed)}</td><td class="words">${word === 'above the limit' ? 'above' : ''}</td>`;
