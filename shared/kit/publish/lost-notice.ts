import type { Ending, Notice, UnitWords } from '../kind.ts';

/** Lost units named one by one up to here; the rest by their number. */
const NAMED = 20;

/** Says which units a step lost, and why its batches failed; `lost` names them as the kind does. */
export async function lostNotice(units: UnitWords, lost: readonly number[], { failures }: Pick<Ending, 'failures'>): Promise<Notice[]> {
  if (lost.length === 0) return [];
  const why = [...(await failures())].map(([name, times]) => `${name} ${times}`).join(', ');
  const named = lost.slice(0, NAMED).join(', ');
  const more = lost.length > NAMED ? ` and ${lost.length - NAMED} more` : '';
  return [
    {
      code: `lost-${units.code}`,
      message: `${lost.length} ${units.many} were lost to failures and count ${units.lost}, which says nothing of their risk: ${units.named} ${named}${more}${why === '' ? '' : ` (failed batches: ${why})`}`,
    },
  ];
}
