import type { CampaignFigures, CampaignFinding, CampaignLine, CampaignResult } from '../contracts/campaign-result.ts';
import { bar } from './bars.ts';
import { estimateMarkup } from './estimate.ts';
import { html, type Markup, tiedPercent } from './html.ts';
import { pageOf } from './page.ts';

/** Bars that are drawn; the table has all. */
const DRAWN = 20;

const OWN_STYLES = `
td small{display:block}.risks .bar{grid-template-columns:minmax(0,14rem) minmax(0,1fr) 4.2rem}.risks .bar-name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
`;

/** All audits of a campaign: who is most at risk first, then a line for each in the order of the file. */
export function renderCampaign(result: CampaignResult): string {
  const { campaign, audits } = result;
  return pageOf({
    title: `unveil: ${campaign}`,
    heading: html`Campaign <bdi>${campaign}</bdi>`,
    headline: headlineOf(result),
    body: [unsuccessful(audits), risks(audits), table(audits)].filter((part) => part !== null),
    footer: `Made by unveil ${result.unveilVersion}. This page holds figures of the audits and no item of any release.`,
    styles: OWN_STYLES,
  });
}

function headlineOf({ audits, totals: { succeeded, rejected, failed } }: CampaignResult): string {
  const words = audits.flatMap(({ word }) => (word === null ? [] : [word]));
  const count = (word: string): string => {
    const number = words.filter((each) => each === word).length;
    return number === 0 ? '' : ` Of ${number} the ${word}.`;
  };
  const unknown = audits.filter(({ figures }) => figures !== null && figures.named80 === null && figures.f1.value === null).length;
  const silent = unknown === 0 ? '' : ` Of ${unknown} no figure is computable, which is no sign of safety.`;
  return `${audits.length} ${audits.length === 1 ? 'audit' : 'audits'}: ${succeeded} succeeded, ${rejected} rejected, ${failed} failed.${count('claim is false')}${count('gate says no')}${silent}`;
}

function unsuccessful(audits: readonly CampaignLine[]): Markup | null {
  const ended = audits.filter(({ status }) => status !== 'succeeded');
  if (ended.length === 0) return null;
  return html`<section aria-labelledby="failed"><h2 id="failed">What did not succeed</h2><ul class="notices">${ended.map(
    ({ name, status, reason }) => html`<li><bdi>${name}</bdi>: ${status}: <bdi>${reason}</bdi></li>`,
  )}</ul></section>`;
}

/** By people named at 80 %; audits without that figure are in the table only. */
function risks(audits: readonly CampaignLine[]): Markup | null {
  const known = audits.flatMap(({ name, figures }) =>
    figures === null || figures.named80 === null ? [] : [{ name, share: figures.named80 }],
  );
  if (known.length === 0) return null;
  const most = known.toSorted((a, b) => b.share - a.share).slice(0, DRAWN);
  return html`<section aria-labelledby="risks" class="risks"><h2 id="risks">People of whom something hidden is named with at least 80 % certainty</h2>${most.map(
    ({ name, share }) => bar(name, { value: share, low: null, high: null }, null),
  )}<p class="note">${known.length > DRAWN ? `The ${DRAWN} highest of ${known.length}, highest first.` : 'Highest first.'} Which audit is above another beyond chance: unveil compare.</p></section>`;
}

const table = (audits: readonly CampaignLine[]): Markup =>
  html`<section aria-labelledby="audits"><h2 id="audits">Audits</h2><div class="scroll" tabindex="0" role="region" aria-label="Audits"><table><thead><tr><th scope="col">Audit</th><th scope="col" class="words">Ended</th><th scope="col">Transactions</th><th scope="col" class="words">Attack, or what was found</th><th scope="col">People named at 80 %</th><th scope="col">Precision</th><th scope="col">Recall</th><th scope="col">F1</th></tr></thead><tbody>${audits.map(
    ({ name, status, word, figures }) =>
      html`<tr><th scope="row">${
        status === 'succeeded' ? html`<a href="${encodeURIComponent(name)}/report.html"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`
      }</th><td class="words">${word ?? status}</td>${figures === null ? html`<td colspan="6"></td>` : cells(figures)}</tr>`,
  )}</tbody></table></div><p class="note">In small: 95 % intervals. n/c: not computable.</p></section>`;

/** What was found of a release whose attacks have no precision and recall. */
const foundText = ({ attack, figure, share, less }: CampaignFinding): Markup =>
  html`<bdi>${attack}</bdi>: <bdi>${figure}</bdi> ${estimateMarkup(share)} <small><bdi>${less.name}</bdi> ${tiedPercent(less.value)}</small>`;

const cells = ({ transactions, attack, found, named80, precision, recall, f1 }: CampaignFigures): Markup =>
  html`<td>${transactions}</td><td class="words">${attack ?? (found === null ? 'none' : foundText(found))}</td><td>${tiedPercent(named80)}</td><td>${estimateMarkup(precision)}</td><td>${estimateMarkup(recall)}</td><td>${estimateMarkup(f1)}</td>`;
