import type { AttackReport, Estimate, ReportData } from '../contracts/report-data.ts';
import { bar } from './bars.ts';
import { html, type Markup, percent } from './html.ts';

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** The table of all attacks: what each undoes, beside what chance undoes. */
export function summaryTable({ attacks, hasOriginal }: ReportData): Markup {
  return html`<section aria-labelledby="attacks"><h2 id="attacks">Attacks</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Table of attacks">${hasOriginal ? measured(attacks) : unmeasured(attacks)}</div>
<p class="note">${
    hasOriginal
      ? 'Precision: how many of the eliminated items were added for protection. Recall: how many of the added items were eliminated. “Base” is 1 − density, the precision of eliminating anything at all. “Matched” eliminates as many in each table, at random. Coverage: cells with a distance. n/c: not computable.'
      : 'Without the original nobody can say which eliminations are right: precision and recall are not computable (n/c). Coverage: cells with a distance.'
  }</p>${failures(attacks)}</section>`;
}

function measured(attacks: readonly AttackReport[]): Markup {
  return html`<table class="attacks"><thead><tr><th scope="col">Attack</th><th scope="col">Precision</th><th scope="col">Base</th><th scope="col">Recall</th><th scope="col">F1</th><th scope="col">Matched F1</th><th scope="col">Blind F1</th><th scope="col">Random F1</th><th scope="col">Coverage</th><th scope="col">Protections truly broken</th></tr></thead><tbody>${attacks.map(
    (attack) =>
      html`<tr${attack.baseline && html` class="is-baseline"`}><th scope="row">${attack.name}</th><td>${figure(attack.precision)}</td><td>${percent(
        attack.basePrecision,
      )}</td><td>${figure(attack.recall)}</td><td>${figure(attack.f1)}</td><td>${percent(attack.matched.f1)}</td><td>${percent(attack.blind.f1)}</td><td>${percent(
        attack.random.f1,
      )}</td><td>${percent(attack.coverage)}</td><td>${protections(attack)}</td></tr>`,
  )}</tbody></table>`;
}

function unmeasured(attacks: readonly AttackReport[]): Markup {
  return html`<table class="attacks"><thead><tr><th scope="col">Attack</th><th scope="col">Eliminated</th><th scope="col">Of all cells</th><th scope="col">Coverage</th><th scope="col">Protections broken</th></tr></thead><tbody>${attacks.map(
    (attack) =>
      html`<tr${attack.baseline && html` class="is-baseline"`}><th scope="row">${attack.name}</th><td>${attack.eliminated}</td><td>${percent(
        share(attack.eliminated, attack.cells),
      )}</td><td>${percent(attack.coverage)}</td><td>${
        attack.protections === null ? 'n/c' : `${attack.protections.broken} of ${attack.protections.all}`
      }</td></tr>`,
  )}</tbody></table>`;
}

const protections = ({ protections: found }: AttackReport): string =>
  found === null || found.trulyBroken === null ? 'n/c' : `${found.trulyBroken} of ${found.all}`;

function figure({ value, low, high }: Estimate): Markup {
  return html`${percent(value)}${low !== null && high !== null && html` <small>${(low * 100).toFixed(1)}–${(high * 100).toFixed(1)}</small>`}`;
}

function failures(attacks: readonly AttackReport[]): Markup | false {
  const failed = attacks.filter(({ status }) => status !== 'decided');
  if (failed.length === 0) return false;
  return html`<ul class="warning">${failed.map(({ name, status, reason }) => html`<li><strong>${name}: ${status}</strong>${reason !== null && `: ${reason}`}. This is no sign of safety.</li>`)}</ul>`;
}

/** Precision, recall and F1 of each attack as bars; the mark is the matched baseline. */
export function attackBars({ attacks, hasOriginal }: ReportData): Markup | false {
  const shown = attacks.filter(({ status, f1 }) => status === 'decided' && f1.value !== null);
  if (!hasOriginal || shown.length === 0) return false;
  return html`<section aria-labelledby="bars"><h2 id="bars">Against chance</h2><p class="note">Bars: the attack. Marks: the same number of eliminations at random (matched).</p><div class="charts">${shown.map(
    (attack) =>
      html`<figure class="chart${attack.baseline && ' is-baseline'}"><figcaption>${attack.name}${attack.baseline && ' (for comparison)'}</figcaption>${bar(
        'Precision',
        attack.precision,
        {
          name: 'matched',
          value: attack.matched.precision,
        },
      )}${bar('Recall', attack.recall, { name: 'matched', value: attack.matched.recall })}${bar('F1', attack.f1, { name: 'matched', value: attack.matched.f1 })}</figure>`,
  )}</div></section>`;
}
