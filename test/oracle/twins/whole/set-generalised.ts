// Generalised items: each cell by reading all documents, each elimination by its slow twin, each figure by counting cells.

import type { Random } from '../../../../shared/core/random/random.ts';
import { countsOver } from '../../../helpers/counts-over.ts';
import * as eliminations from '../eliminations.ts';
import { mean, some } from './by-hand.ts';
import { distanceIn } from './counts.ts';
import { type Check, type Row, rowsOf, type WholeTwin, wrongIn } from './twin.ts';

const SETS = [
  ['flu', 'cold', 'cough'],
  ['beer', 'wine'],
  ['rome', 'paris', 'oslo', 'bonn'],
] as const;
const CONTEXT = ['milk', 'bread', 'tea', 'salt', 'rice', 'soap', 'lamp', 'rope'];

const ATTACKS = {
  mda: eliminations.mda,
  tba: eliminations.tba,
  wba: eliminations.wba,
  gba: eliminations.gba,
  'gba-normalised': (cells: eliminations.Cells) => eliminations.gba(cells, {}, true),
  rba: eliminations.rba,
  'rba-normalised': (cells: eliminations.Cells) => eliminations.rba(cells, {}, true),
} as const;

type Entry = string | readonly string[];
interface Drawn {
  readonly release: readonly (readonly Entry[])[];
  readonly original: readonly (readonly string[])[] | null;
  readonly sources: readonly (readonly string[])[];
  /** How many of the nearest context items count; null: all. */
  readonly width: number | null;
}

function inSomeOrder<T>(random: Random, values: readonly T[]): T[] {
  const left = [...values];
  return values.map(() => left.splice(random.below(left.length), 1)[0]);
}

export const setTwin: WholeTwin = {
  kind: 'set-generalised',
  tables: ['decisions', 'attacks'],
  draw(random) {
    const words = [...SETS.flat(), ...CONTEXT];
    const drawn: Drawn = (() => {
      const rows = Array.from({ length: 6 + random.below(10) }, () => {
        const sets = SETS.filter(() => random.unit() < 0.5).map((set) => inSomeOrder(random, set));
        const truth = sets.map((set) => {
          const held = some(random, set, 0.4);
          return held.length > 0 ? held : [set[0] as string];
        });
        const context = some(random, CONTEXT, 0.35);
        // A member stands as itself where its set does not.
        const alone = SETS.filter((set) => !sets.some((own) => own.includes(set[0]))).flatMap((set) => some(random, set, 0.1));
        return { entries: inSomeOrder<Entry>(random, [...context, ...alone, ...sets]), truth: [...context, ...alone, ...truth.flat()] };
      }).filter(({ entries }) => entries.length > 0);
      return {
        release: rows.map(({ entries }) => entries),
        original: random.unit() < 0.8 ? rows.map(({ truth }) => truth) : null,
        sources: Array.from({ length: 1 + random.below(2) }, () =>
          Array.from({ length: 60 }, () => some(random, words, 0.2 + 0.2 * random.unit()).join(' ')).filter((text) => text !== ''),
        ),
        width: random.unit() < 0.3 ? null : 1 + random.below(3),
      };
    })();
    const lines = (rows: readonly (readonly Entry[])[]): string => rows.map((items) => `${JSON.stringify({ items })}\n`).join('');
    return {
      audit: {
        release: lines(drawn.release),
        original: drawn.original === null ? null : lines(drawn.original),
        request: {
          kind: 'set-generalised',
          attacks: Object.keys(ATTACKS),
          context: drawn.width === null ? { select: 'all' } : { select: 'nearest', width: drawn.width },
          sources: drawn.sources.map((_, at) => `corpus-${at}`),
        },
        sources: drawn.sources.map((documents, at) => ({ ...countsOver(documents), source: { id: `documents-${at}`, version: '1' } })),
      },
      checks: [checkOf(drawn)],
    };
  },
};

/** Mean distance of an item to the context of its row: of each pair what the first source says that knows it. */
function distancesOf({ release, sources, width }: Drawn): (transaction: number, set: readonly string[], item: string) => number | null {
  const known = sources.map(distanceIn);
  return (transaction, set, item) => {
    const entries = release[transaction];
    const place = entries.findIndex((entry) => typeof entry !== 'string' && entry.includes(set[0]));
    const context = entries
      .flatMap((entry, at) => (typeof entry === 'string' ? [{ entry, at }] : []))
      .sort((a, b) => Math.abs(a.at - place) - Math.abs(b.at - place) || a.at - b.at)
      .slice(0, width ?? entries.length);
    const far = context.flatMap(({ entry }) => {
      const said = known.map((distance) => distance(item, entry)).find((each) => each !== null);
      return said === undefined ? [] : [said];
    });
    return far.length === 0 ? null : mean(far);
  };
}

const checkOf =
  (drawn: Drawn): Check =>
  (files) => {
    const wrong: string[] = [];
    const distance = distancesOf(drawn);
    const decisions = rowsOf(files, 'decisions');
    const attacks = rowsOf(files, 'attacks');
    const tables = SETS.map((set) => ({
      set,
      rows: drawn.release.flatMap((entries, at) =>
        entries.some((entry) => typeof entry !== 'string' && entry.includes(set[0])) ? [at] : [],
      ),
    }));
    const held = (transaction: number, item: string): boolean =>
      (drawn.original as readonly string[][])[transaction]?.includes(item) === true;
    for (const [attack, twin] of Object.entries(ATTACKS)) {
      const told = { cells: 0, scored_cells: 0, eliminated: 0, correct: 0, added: 0 };
      for (const { set, rows } of tables) {
        // One of a kind cannot be compared with others: nothing is taken out, and its cells count.
        if (rows.length === 1)
          for (const item of set) {
            told.cells += 1;
            if (distance(rows[0], set, item) !== null) told.scored_cells += 1;
            if (drawn.original !== null && !held(rows[0], item)) told.added += 1;
          }
        if (rows.length < 2) continue;
        const own = decisions.filter((row) => row['attack'] === attack && set.some((item) => item === row['item']));
        // The product says in which order it took rows and columns: ties are broken by it, and by it alone.
        const order = orderOf(own);
        const cells = order.rows.map((at) => order.columns.map((item) => distance(at, set, item)));
        if (order.rows.toSorted((a, b) => a - b).join() !== rows.join()) wrong.push(`${attack} ${set}: other rows`);
        const { eliminated } = twin(cells, {});
        for (const [at, transaction] of order.rows.entries())
          for (const [column, item] of order.columns.entries()) {
            const place = eliminated.findIndex(([row, other]) => row === at && other === column);
            const name = `${attack} ${item} of ${transaction + 1}`;
            const row = own.find((each) => each['table_row'] === at && each['table_column'] === column);
            const isHeld = drawn.original === null ? null : held(transaction, item);
            wrong.push(
              ...wrongIn(name, row, {
                transaction: transaction + 1,
                item,
                distance: cells[at]?.[column] ?? null,
                decided: place >= 0,
                place: place < 0 ? null : place,
                correct: isHeld === null ? null : isHeld !== place >= 0,
              }),
            );
            told.cells += 1;
            if ((cells[at]?.[column] ?? null) !== null) told.scored_cells += 1;
            if (place >= 0) told.eliminated += 1;
            if (isHeld === false) told.added += 1;
            if (isHeld === false && place >= 0) told.correct += 1;
          }
      }
      if (told.cells === 0) continue;
      const { correct, eliminated, added } = told;
      const measured = drawn.original !== null;
      wrong.push(
        ...wrongIn(
          attack,
          attacks.find((row) => row['attack'] === attack),
          {
            cells: told.cells,
            scored_cells: told.scored_cells,
            coverage: told.scored_cells / told.cells,
            eliminated,
            correct: measured ? correct : null,
            added: measured ? added : null,
            precision: measured && eliminated > 0 ? correct / eliminated : null,
            recall: measured && added > 0 ? correct / added : null,
            f1: measured && eliminated > 0 && added > 0 ? (2 * correct) / (eliminated + added) : null,
            base_precision: measured ? added / told.cells : null,
          },
        ),
      );
    }
    return wrong;
  };

function orderOf(own: readonly Row[]): { readonly rows: readonly number[]; readonly columns: readonly string[] } {
  const rows: number[] = [];
  const columns: string[] = [];
  for (const row of own) {
    rows[row['table_row'] as number] = (row['transaction'] as number) - 1;
    columns[row['table_column'] as number] = row['item'] as string;
  }
  return { rows, columns };
}
