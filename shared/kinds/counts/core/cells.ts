import { BadInput } from '../../../core/model/bad-input.ts';
import { type CountCondition, type CountsFile, conditionsOf, isNumber } from './counts-file.ts';

/** A part of one column's values that no condition divides. */
interface Piece {
  readonly label: string;
  /** A value in it; null: any value that no condition names. */
  readonly sample: string | number | null;
  /** The conditions of the column that hold in it. */
  readonly holds: ReadonlySet<string>;
}

interface CountColumn {
  readonly name: string;
  readonly pieces: readonly Piece[];
  /** Nobody is outside the named values. */
  readonly closed: boolean;
  pieceOf(value: string): number;
}

/** A combination of pieces, one of each column. */
interface Cell {
  readonly pieces: readonly number[];
  /** Cells that no published count tells apart share a number; those in no count too. */
  readonly class: number;
}

export interface Cells {
  readonly columns: readonly CountColumn[];
  readonly cells: readonly Cell[];
  readonly classes: number;
  /** By row of the file, its classes. */
  readonly rows: readonly (readonly number[])[];
}

/** More combinations of values are refused: the attack looks at each. */
const MOST_CELLS = 200_000;

/** The cells that the conditions of a file cut the people into. `closes`: whether columns whose conditions exclude each other have no further value. */
export function cellsOf({ columns, rows, made }: CountsFile, closes: boolean, file: string): Cells {
  const found = columns.map((name, at) => {
    const texts = [...new Set(rows.flatMap(({ conditions }) => conditions[at] ?? []))].toSorted();
    return columnOf(name, texts, closes && !made.open.includes(name));
  });
  const size = found.reduce((product, { pieces }) => product * pieces.length, 1);
  if (size > MOST_CELLS)
    throw new BadInput(
      `the conditions cut the people into ${size} cells; at most ${MOST_CELLS} are looked at: audit fewer columns at once`,
      { file },
    );
  const classOf = new Map<string, number>();
  const ofRows: number[][] = rows.map(() => []);
  const cells: Cell[] = [];
  const visit = (pieces: readonly number[], inside: readonly number[]): void => {
    const column = pieces.length;
    if (column < found.length) {
      for (const [piece, { holds }] of found[column].pieces.entries())
        visit(
          [...pieces, piece],
          inside.filter((row) => rows[row].conditions[column] === null || holds.has(rows[row].conditions[column] as string)),
        );
      return;
    }
    const key = inside.join();
    let own = classOf.get(key);
    if (own === undefined) {
      own = classOf.size;
      classOf.set(key, own);
      for (const row of inside) ofRows[row].push(own);
    }
    cells.push({ pieces, class: own });
  };
  visit([], [...rows.keys()]);
  return { columns: found, cells, classes: classOf.size, rows: ofRows };
}

function columnOf(name: string, texts: readonly string[], closes: boolean): CountColumn {
  const { numeric, of } = conditionsOf(texts);
  const conditions = texts.map(of);
  const samples: (string | number)[] = numeric ? samplesOf(texts) : [...texts];
  const bySet = new Map<string, { labels: (string | number)[]; holds: Set<string> }>();
  for (const sample of samples) {
    const holds = new Set(conditions.filter((each) => each.holds(sample)).map(({ text }) => text));
    const key = JSON.stringify([...holds]);
    const own = bySet.get(key) ?? { labels: [], holds };
    own.labels.push(sample);
    bySet.set(key, own);
  }
  const outside = bySet.get('[]');
  bySet.delete('[]');
  const pieces: Piece[] = Array.from(bySet.values(), ({ labels, holds }) => ({ label: labelOf(labels), sample: labels[0], holds }));
  const closed = closes && pieces.length > 0 && excludes(conditions, pieces);
  if (!closed) pieces.push({ label: pieces.length === 0 ? 'any' : 'other', sample: outside?.labels[0] ?? null, holds: new Set() });
  const place = new Map(pieces.map(({ holds }, at) => [JSON.stringify([...holds]), at]));
  return {
    name,
    pieces,
    closed,
    pieceOf(value) {
      const known = numeric && isNumber(value) ? Number(value) : value;
      const holds = conditions.filter((each) => each.holds(known)).map(({ text }) => text);
      return place.get(JSON.stringify(holds)) ?? -1;
    },
  };
}

/** Two conditions that never hold together: the values are listed, as in a table, and not asked for one by one. */
const excludes = (conditions: readonly CountCondition[], pieces: readonly Piece[]): boolean =>
  conditions.some((one, at) =>
    conditions.slice(at + 1).some((other) => !pieces.some(({ holds }) => holds.has(one.text) && holds.has(other.text))),
  );

/** Numbers between which no condition changes. Where all ends are whole the values are. */
function samplesOf(texts: readonly string[]): number[] {
  const ends = [
    ...new Set(texts.flatMap((text) => (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number).flatMap((end) => [end, Math.abs(end)]))),
  ];
  ends.sort((a, b) => a - b);
  const whole = ends.every(Number.isInteger);
  const between = ends.slice(1).map((end, at) => (ends[at] + end) / 2);
  const samples = whole ? ends.flatMap((end) => [end - 1, end, end + 1]) : [...ends, ...between, ends[0] - 1, (ends.at(-1) ?? 0) + 1];
  return [...new Set(samples)].sort((a, b) => a - b);
}

function labelOf(samples: readonly (string | number)[]): string {
  const [first] = samples;
  const last = samples.at(-1);
  return first === last ? String(first) : typeof first === 'number' ? `${first} to ${last}` : samples.join(' or ');
}
