import type { Notice } from '../../../app/audit/publish/notice.ts';
import type { Expected } from '../../../core/attack/calibrated/outlook.ts';
import { percent, signedPoints } from '../../../core/findings/figure-text.ts';
import type { ContextRule } from '../../../core/model/context.ts';
import type { AttackResult } from './attack-results.ts';
import { liftOver } from './lifts.ts';

/**
 * What the order of items did for the calibrated attack: it was fitted once more on what shuffling the items of every transaction does not change.
 * Nothing is said where one of the two could not be computed.
 */
export function orderNotice(attacks: readonly AttackResult[], context: ContextRule): Notice[] {
  const [calibrated, shuffled] = (['calibrated', 'without-order'] as const).map((name) =>
    attacks.find(({ attack }) => attack.name === name),
  );
  if (calibrated?.status !== 'decided' || shuffled?.status !== 'decided') return [];
  const used = context.kind === 'nearest';
  const moved = calibrated.hasOriginal ? measured(calibrated, used) : expected(calibrated, shuffled);
  if (moved === null) return [];
  const first = used
    ? 'the order of items was used: on the evidence that is the same with the items of every transaction shuffled'
    : 'the order of items was not used: with the items of every transaction shuffled';
  return [{ code: 'order', message: `${first}, ${moved}` }];
}

function measured(calibrated: AttackResult, used: boolean): string | null {
  const lift = liftOver(calibrated, 'without-order', 'f1');
  if (lift === null || lift.lift === null) return null;
  const range =
    lift.low === null || lift.high === null ? 'too few to say how surely' : `${signedPoints(-lift.high)} to ${signedPoints(-lift.low)}`;
  const chance = used && lift.low !== null && lift.low <= 0 && (lift.high ?? 0) >= 0 ? ', which chance alone may do' : '';
  return `F1 moves from ${percent(lift.of)} to ${percent(lift.yardstick)}, by ${signedPoints(-lift.lift)} (${range})${chance}`;
}

/** Without the original, by what the model itself expects. */
function expected(calibrated: AttackResult, shuffled: AttackResult): string | null {
  const recall = ({ details }: AttackResult): number | null => (details?.['expected'] as Expected | undefined)?.recall ?? null;
  const [before, after] = [recall(calibrated), recall(shuffled)];
  if (before === null || after === null) return null;
  return `the recall that the model expects moves from ${percent(before)} to ${percent(after)}, by ${signedPoints(after - before)}`;
}
