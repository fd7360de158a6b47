import type { EvidenceColumn, TableEvidence } from './evidence.ts';
import { fitTables } from './fit.ts';
import type { ScoredTable } from './marginals.ts';
import { knownTables, scalingOf, scoredBy } from './scaling.ts';
import { flatStart, type PracticeTable } from './train.ts';

/** Fits one model on all evidence and scores a table, to compare kinds of practice. */
export function scoreBy(
  fitted: readonly PracticeTable[],
  columns: readonly EvidenceColumn[],
  strength: number,
): (evidence: TableEvidence) => ScoredTable {
  const scaling = scalingOf(
    fitted.map(({ evidence }) => evidence),
    [...columns.keys()],
  );
  const known = knownTables(fitted, scaling);
  const width = scaling.columns.length;
  const weights = fitTables(known, width, strength, { ...flatStart(known, width), steps: 40 });
  return (evidence) => {
    const { key, rows, columns: members } = evidence;
    return { key, rows, columns: members, s: scoredBy(evidence, scaling, [weights])[0] };
  };
}
