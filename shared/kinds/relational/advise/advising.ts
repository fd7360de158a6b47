import type { Advising } from '../../../app/advise/advise.ts';
import { checkTable, type KnownTable } from '../../../core/relational/check/check-table.ts';
import { lossesOfRecoding } from '../../../core/relational/loss/losses-of-recoding.ts';
import { queryErrorOf } from '../../../core/relational/loss/query-error.ts';
import { CellReader } from '../../../core/relational/model/cell.ts';
import type { Column } from '../../../core/relational/model/table.ts';
import { attackersOf, namedBy } from './attack.ts';
import { movesOf, type TableDraft, type ToMove } from './moves.ts';

export interface ToAdviseOnTable extends ToMove {
  /** Of the attackers that draw, on each release that is tried. */
  readonly attacks: number;
  readonly step: (name: string) => void;
}

/** What advice has to know of tables of people. */
export function advisingOf(input: ToAdviseOnTable): Advising<TableDraft, null> {
  const { original, given } = input;
  return {
    given,
    attackers: attackersOf(given.release, input, input.attacks),
    moves: movesOf(input),
    attack: (draft, attacker, seed) => Promise.resolve({ people: namedBy(attacker, draft.release, input, seed), seen: null }),
    problem({ release }) {
      const broken = checkTable(release).claims.find(({ holds }) => holds === false);
      return broken === undefined ? null : `${broken.rule} fails in ${broken.failing.length} classes`;
    },
    cost({ release }) {
      const { ncp, classes } = lossesOfRecoding(original, release);
      return {
        losses: [
          { name: 'NCP', value: ncp },
          { name: 'the error of counts', value: countError(original, release, input.seed) },
        ],
        counts: [
          { name: 'classes', value: classes },
          { name: 'left out', value: original.table.rows - release.table.rows },
        ],
      };
    },
    step: input.step,
  };
}

function countError(original: KnownTable, release: KnownTable, seed: string): number | null {
  const columns = release.quasi.map((published) => {
    const type = release.roles.columns.get(published.name)?.type ?? 'word';
    const reader = new CellReader({ type, hierarchy: release.hierarchies.get(published.name) ?? null, missing: release.roles.missing });
    return { original: original.table.columns.find(({ name }) => name === published.name) as Column, published, type, reader };
  });
  return queryErrorOf(columns, original.table, { rows: release.table.rows, classes: release.classes, sensitive: release.sensitive }, seed);
}
