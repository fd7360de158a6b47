import { percent } from '../../../core/verdict/figure-text.ts';
import { peopleForMachines } from '../../../kit/people/people-text.ts';
import { aligned, plural } from '../../../kit/publish/text.ts';
import { conclusionForMachines, verdictLines } from '../../../kit/publish/verdict-text.ts';
import { describeViolation } from '../core/breach/check-release.ts';
import type { DisassociatedOutcome } from './finish-disassociated.ts';
import type { Rate } from './reassociation-result.ts';

/** Violations shown on the terminal; violations.jsonl has all. */
const SHOWN = 5;

export function disassociatedSummary(outcome: DisassociatedOutcome, folder: string): string {
  const { release, violations, attacks, breaches, notices, unmatched } = outcome;
  const lines = [
    `${plural(outcome.transactions, 'transaction')}, ${plural(release.clusters.length, 'cluster')}, ${plural(release.jointClusters.length, 'joint cluster')}, ${plural(outcome.pieces, 'separated piece')}`,
    '',
    ...verdictLines(outcome.conclusion, outcome.text),
    ...(outcome.redacted ? [] : (violations ?? [])).slice(0, SHOWN).map((each) => `  ${describeViolation(each)}`),
    ...((violations?.length ?? 0) > SHOWN && !outcome.redacted ? ['  violations.jsonl has all'] : []),
    ...((violations?.length ?? 0) > 0 ? [''] : []),
    ...aligned([
      ['attack', 'places', 'hit rate', 'precision', 'recall', 'broken', 'exposed', 'false', 'WMD'],
      ...attacks.map(({ attack, places, rates, breakage, exposed, falseShare, distance }) => [
        attack.name,
        String(places),
        ...[rates.hitRate, rates.precision, rates.recall].map((rate) => percent(rate.value)),
        percent(breakage),
        percent(exposed),
        percent(falseShare),
        distance === null ? '–' : distance.toFixed(3),
      ]),
      ...(attacks[0] === undefined || !outcome.hasOriginal
        ? []
        : [
            [
              'expected at random',
              '',
              ...[attacks[0].rates.hitRate, attacks[0].rates.precision, attacks[0].rates.recall].map((rate) => percent(rate.random)),
              '',
              '',
              '',
              '',
            ],
          ]),
    ]),
    ...(outcome.hasOriginal ? [] : ['', 'what was put back rightly is not computable: no original with clusters was given (--original)']),
    '',
    ...(breaches.length === 0
      ? []
      : [
          ...aligned([
            ['attacker', 'breaches', 'quantity'],
            ...breaches.map(({ attacker, count }) => [attacker, String(count?.breaches.length ?? '–'), String(count?.quantity ?? '–')]),
          ]),
          '',
        ]),
  ];
  if (unmatched.length > 0)
    lines.push(`${plural(unmatched.length, 'item')} without any score${outcome.redacted ? '' : ': unmatched.jsonl lists them'}`);
  for (const { message } of notices) lines.push(`note: ${message}`);
  lines.push(`results: ${folder}`);
  lines.push(`report:  ${folder}/report.html`);
  return `${lines.join('\n')}\n`;
}

export function disassociatedMachineSummary(outcome: DisassociatedOutcome, folder: string): string {
  const { release, claim, violations, attacks, breaches, notices, unmatched } = outcome;
  const rate = ({ value, random, best }: Rate) => ({ value, random, best });
  const rates = (all: (typeof attacks)[number]['rates']) => ({
    hit_rate: rate(all.hitRate),
    precision: rate(all.precision),
    recall: rate(all.recall),
  });
  const summary = {
    kind: 'disassociated',
    folder,
    transactions: outcome.transactions,
    clusters: release.clusters.length,
    joint_clusters: release.jointClusters.length,
    pieces: outcome.pieces,
    scored_pieces: outcome.scored,
    claim,
    ...conclusionForMachines(outcome.conclusion, outcome.text),
    exposed: outcome.people === null ? null : peopleForMachines(outcome.people.figures),
    violations: violations?.length ?? null,
    attacks: attacks.map((result) => ({
      attack: result.attack.name,
      places: result.places,
      ...rates(result.rates),
      several_classes: rates(result.several),
      breakage: result.breakage,
      breakage_by_chance: attacks.find(({ attack }) => attack.name === 'random')?.breakage ?? null,
      breakage_of_all: result.breakageOfAll,
      exposed: result.exposed,
      false_share: result.falseShare,
      word_movers_distance: result.distance,
      pairs_without_distance: result.counts?.withoutDistance ?? null,
    })),
    breaches: breaches.map(({ attacker, count }) => ({
      attacker,
      breaches: count?.breaches.length ?? null,
      quantity: count?.quantity ?? null,
    })),
    unmatched_items: unmatched.length,
    notices,
  };
  return `${JSON.stringify(summary)}\n`;
}
