import type { Advising } from '../../../app/advise/advise.ts';
import { checkTable } from '../../../core/relational/check/check-table.ts';
import { lossesOfRecoding } from '../../../core/relational/loss/losses-of-recoding.ts';
import { countErrorOf } from '../../../core/relational/loss/query-error.ts';
import { attackersOf, namedBy } from './attack.ts';
import { movesOf, type TableDraft, type ToMove } from './moves.ts';

interface ToAdviseOnTable extends ToMove {
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
          { name: 'the error of counts', value: countErrorOf(original, release, input.seed) },
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
