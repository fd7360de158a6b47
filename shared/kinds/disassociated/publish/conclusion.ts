import { grouped, percent, points } from '../../../core/findings/figure-text.ts';
import { overChanceInterval } from '../../../core/measure/disassociated/over-chance.ts';
import type { Interval } from '../../../core/measure/intervals.ts';
import { type Evidence, LEAST_KNOWN, type Obstacle, type Verdict } from '../../../core/verdict/verdict.ts';
import type { DisassociatedOutcome } from './finish-disassociated.ts';
import type { ReassociationResult } from './reassociation-result.ts';

type Found = Pick<DisassociatedOutcome, 'attacks' | 'pieces' | 'scored' | 'violations' | 'claim'>;

/** What the verdict on a disassociated release rests on: places that are right, beside as many at random. */
export function evidenceOfDisassociated(found: Found): Evidence {
  const [lead] = found.attacks;
  const counts = lead?.counts ?? null;
  return {
    obstacles: obstaclesOf(found),
    right: lead?.rates.precision.value ?? null,
    chance: lead?.rates.precision.random ?? null,
    lift: counts === null ? null : overChanceInterval(counts.overChance),
    undone: lead?.rates.recall.value ?? null,
    silent: false,
    strongest: lead?.attack.name === 'calibrated',
  };
}

function obstaclesOf({ attacks, pieces, scored }: Found): Obstacle[] {
  const [lead] = attacks;
  if (pieces === 0) return [{ why: 'it separates nothing: there is nothing to put back', remedy: 'name the release, not its original' }];
  const found: Obstacle[] = [];
  if (lead !== undefined && lead.errored > 0)
    found.push({
      why: `the attack ${lead.attack.name} failed on ${lead.errored} of ${lead.clusters} clusters`,
      remedy: 'run the audit again',
    });
  if (scored / pieces < LEAST_KNOWN)
    found.push({
      why: `the sources know something of ${percent(scored / pieces)} of the separated pieces only, and ${percent(LEAST_KNOWN)} are needed`,
      remedy: 'name a source that knows the items (--corpus, --source, --embeddings glove), or give codes their meaning (--labels)',
    });
  return found;
}

/** The sentences to quote: the claim where it is false, then what can be put back, how surely, and beside what chance. */
export function disassociatedStatement({ violations, claim, attacks }: Found, verdict: Verdict): string {
  const broken =
    violations === null || violations.length === 0
      ? []
      : [
          `The release is not what it claims to be: ${grouped(violations.length)} ${violations.length === 1 ? 'place breaks' : 'places break'} ${claim?.k}^${claim?.m}-anonymity.`,
        ];
  return [...broken, ...concluded(attacks[0], verdict)].join(' ');
}

function concluded(lead: ReassociationResult | undefined, { level, obstacle, floor }: Verdict): string[] {
  const found = lead === undefined || lead.counts === null ? [] : [measured(lead)];
  switch (level) {
    case 'cannot judge':
      return [
        `This audit cannot judge the release: ${obstacle?.why}.`,
        `What to do: ${obstacle?.remedy}. It is no sign of safety.`,
        ...(floor ? ['What was found all the same is the least there is:', ...found] : []),
      ];
    case 'no more than chance':
      return [
        `The attack ${lead?.attack.name} puts back no more than chance does.`,
        ...found,
        'It is no proof of safety: a stronger attacker or a better source may undo more.',
      ];
    case 'some':
      return ['Some of what was separated can be put back together.', ...found];
    case 'much':
      return ['Much of what was separated can be put back together.', ...found];
  }
}

function measured({ attack, rates, counts }: ReassociationResult): string {
  const ends = counts === null ? null : overChanceInterval(counts.overChance);
  const { value, random } = rates.precision;
  const more = value === null || random === null ? '' : `: ${difference(value - random, ends)}`;
  return `The attack ${attack.name} puts ${percent(rates.recall.value)} of the separated pieces back where they belong; of its places ${percent(value)} are right, where as many at random reach ${percent(random)}${more}.`;
}

function difference(more: number, ends: Interval | null): string {
  if (ends === null) return `${points(Math.abs(more))} points ${more < 0 ? 'fewer' : 'more'}, with too few clusters to say how surely`;
  if (ends.high < 0) return `${points(-more)} points fewer (${points(-ends.high)} to ${points(-ends.low)})`;
  if (ends.low <= 0) return `the difference of ${points(more)} points (${points(ends.low)} to ${points(ends.high)}) may be chance`;
  return `${points(more)} points more (95 % interval ${points(ends.low)} to ${points(ends.high)})`;
}
