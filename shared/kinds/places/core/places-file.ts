import { columnOf as characterOf, Fault } from '../../../core/format/fault.ts';
import { degreeIn, jsonRecord, textOfKey, valueOffset } from '../../../core/format/json-record.ts';
import { LineReader } from '../../../core/format/lines.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { across, type GridCell, type Square } from './grid.ts';

// JSON Lines: {"square":[x,y,side],"levels":L} first, then a line a position, a published region or a cell of a density.

/** Cells of this level have numbers of 32 bits in an order that keeps every region together. */
export const DEEPEST_PUBLISHED = 16;

const CLOAKS = ['fixed', 'adaptive', 'strict'] as const;
export type Cloak = (typeof CLOAKS)[number];

export interface PlacesHeader {
  readonly square: Square;
  /** Deepest level: people are looked for in its cells. */
  readonly levels: number;
  /** Of a release: how it was made, where it says so. */
  readonly method: Cloak | null;
  readonly k: number | null;
  /** Attacker's knowledge: maximum distance between times along each axis, and the side below which a region counts as a place. */
  readonly reach: number | null;
  readonly side: number | null;
}

export interface PlacesFile {
  readonly header: PlacesHeader;
  readonly positions: {
    readonly time: number[];
    readonly user: string[];
    /** The user's number, by whose line comes first. */
    readonly number: number[];
    /** The pseudonym of who is somebody else in the release. */
    readonly as: (string | null)[];
    readonly x: number[];
    readonly y: number[];
  };
  readonly regions: { readonly time: number[]; readonly user: (string | null)[]; readonly cell: GridCell[] };
  readonly density: { readonly column: number[]; readonly row: number[]; readonly people: number[] };
}

const HEADER = new Set(['square', 'levels', 'method', 'k', 'reach', 'side']);
const ROW = new Set(['time', 'user', 'as', 'x', 'y', 'region', 'cell', 'people']);
const WANTED_HEADER =
  'the first line is {"square":[x,y,side],"levels":L}, the square that is looked at and how often it is halved; below it stands a line for each user and time, {"time":1,"user":"u1","x":0.5,"y":0.5}';
const WANTED_ROW =
  'a line is a position {"time":1,"user":"u1","x":0.5,"y":0.5}, a region {"time":1,"user":"p1","region":[level,column,row]} or a cell {"cell":[column,row],"people":12}';

/** Reads such a file from its bytes; everything that is wrong is a BadInput with its line. */
export class PlacesReader {
  readonly #file: string;
  readonly #lines: LineReader;
  readonly #numbers = new Map<string, number>();
  /** By time, the users that have a line there. */
  readonly #seen = new Map<number, Set<number>>();
  readonly #cells = new Set<number>();
  #header: PlacesHeader | null = null;
  #read: Omit<PlacesFile, 'header'> = {
    positions: { time: [], user: [], number: [], as: [], x: [], y: [] },
    regions: { time: [], user: [], cell: [] },
    density: { column: [], row: [], people: [] },
  };

  constructor(file: string) {
    this.#file = file;
    this.#lines = new LineReader(file);
  }

  push(piece: Uint8Array): void {
    for (const line of this.#lines.push(piece)) this.#line(line);
  }

  end(): PlacesFile {
    for (const line of this.#lines.end()) this.#line(line);
    if (this.#header === null) throw new BadInput(WANTED_HEADER, { file: this.#file, line: 1, column: 1 });
    const { positions, regions, density } = this.#read;
    const { reach, side } = this.#header;
    // Knowledge of the maximum distance alone is given in the header line.
    if (positions.time.length + regions.time.length + density.people.length === 0 && reach === null && side === null)
      throw new BadInput(`nothing stands below the first line; ${WANTED_ROW}`, { file: this.#file, line: 1 });
    return { header: this.#header, ...this.#read };
  }

  #line(line: string): void {
    try {
      if (this.#header === null) this.#header = headerOf(line);
      else this.#row(line, this.#header);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      throw new BadInput(error.message, { file: this.#file, line: this.#lines.line, column: characterOf(line, error.offset) });
    }
  }

  #row(line: string, { square, levels }: PlacesHeader): void {
    const row = jsonRecord(line, ROW, WANTED_ROW);
    const { positions, regions, density } = this.#read;
    if ('cell' in row) {
      only(line, row, ['cell', 'people']);
      const [column, at] = cellOf(line, row, 'cell', levels, 2);
      if (!(typeof row['people'] === 'number' && row['people'] > 0))
        throw new Fault('"people" is how many there are, more than 0', valueOffset(line, 'people'));
      const place = (column as number) * across(levels) + (at as number);
      if (this.#cells.has(place)) throw new Fault('this cell stands on an earlier line too', lineStart(line));
      this.#cells.add(place);
      density.column.push(column as number);
      density.row.push(at as number);
      density.people.push(row['people']);
      return;
    }
    const { time } = row;
    if (typeof time !== 'number') throw new Fault('"time" is a number: the snapshot, in the order of time', valueOffset(line, 'time'));
    if ('region' in row) {
      only(line, row, ['time', 'user', 'region']);
      const user = 'user' in row ? textOfKey(line, row, 'user') : null;
      const [level, column, at] = cellOf(line, row, 'region', levels, 3);
      if (regions.user.length > 0 && (regions.user[0] === null) !== (user === null))
        throw new Fault('either every region has a "user", or none', 0);
      if (user !== null) this.#once(line, time, user, 'this user publishes a second region at the same time');
      regions.time.push(time);
      regions.user.push(user);
      regions.cell.push({ level: level as number, column: column as number, row: at as number });
      return;
    }
    only(line, row, ['time', 'user', 'as', 'x', 'y']);
    const user = textOfKey(line, row, 'user');
    const as = 'as' in row ? textOfKey(line, row, 'as') : null;
    const [x, y] = [inside(line, row, 'x', square.x, square.side), inside(line, row, 'y', square.y, square.side)];
    const number = this.#once(line, time, user, 'this user has a second position at the same time');
    positions.time.push(time);
    positions.user.push(user);
    positions.number.push(number);
    positions.as.push(as);
    positions.x.push(x);
    positions.y.push(y);
  }

  /** The number of a user, once at each time. By numbers: a text for each line would be most of the memory of a large file. */
  #once(line: string, time: number, user: string, message: string): number {
    const number = this.#numbers.get(user) ?? this.#numbers.size;
    this.#numbers.set(user, number);
    const own = this.#seen.get(time) ?? new Set();
    if (own.has(number)) throw new Fault(message, lineStart(line));
    this.#seen.set(time, own.add(number));
    return number;
  }
}

const lineStart = (line: string): number => line.length - line.trimStart().length;

function headerOf(line: string): PlacesHeader {
  const { square, levels, method = null, k = null, reach = null, side = null } = jsonRecord(line, HEADER, WANTED_HEADER);
  const numbers = Array.isArray(square) && square.length === 3 && square.every((each) => typeof each === 'number') ? square : [0, 0, 0];
  const [x, y, wide] = numbers as [number, number, number];
  if (!(wide > 0 && Number.isFinite(x + wide) && Number.isFinite(y + wide)))
    throw new Fault('"square" is [x,y,side]: its south-western corner, and a side above 0', valueOffset(line, 'square'));
  if (!(Number.isInteger(levels) && (levels as number) >= 0 && (levels as number) <= DEEPEST_PUBLISHED))
    throw new Fault(`"levels" is how often the square is halved, from 0 to ${DEEPEST_PUBLISHED}`, valueOffset(line, 'levels'));
  if (method !== null && !CLOAKS.some((each) => each === method))
    throw new Fault(`"method" is ${CLOAKS.join(', ')}`, valueOffset(line, 'method'));
  const degree = degreeIn(line, k);
  for (const [key, value] of Object.entries({ reach, side }))
    if (value !== null && !(typeof value === 'number' && value > 0 && Number.isFinite(value)))
      throw new Fault(`"${key}" is a distance above 0`, valueOffset(line, key));
  return {
    square: { x, y, side: wide },
    levels: levels as number,
    method: method as Cloak | null,
    k: degree,
    reach: reach as number | null,
    side: side as number | null,
  };
}

function only(line: string, row: Readonly<Record<string, unknown>>, keys: readonly string[]): void {
  for (const key of Object.keys(row))
    if (!keys.includes(key)) throw new Fault(`"${key}" does not go with what else stands here; ${WANTED_ROW}`, valueOffset(line, key));
}

function inside(line: string, row: Readonly<Record<string, unknown>>, key: string, from: number, side: number): number {
  const value = row[key];
  if (typeof value !== 'number') throw new Fault(`"${key}" is missing, or no number`, valueOffset(line, key));
  if (!(value - from >= 0 && value - from <= side)) throw new Fault('this position lies outside the square', valueOffset(line, key));
  return value;
}

/** A cell, with its level in front where there are three numbers. */
function cellOf(line: string, row: Readonly<Record<string, unknown>>, key: string, levels: number, wanted: 2 | 3): number[] {
  const value = row[key];
  const numbers: number[] = Array.isArray(value) ? value : [];
  const level = wanted === 3 ? numbers[0] : levels;
  const whole = numbers.length === wanted && numbers.every((each) => Number.isInteger(each) && each >= 0);
  if (!whole || (level as number) > levels || numbers.slice(-2).some((each) => each >= across(level as number)))
    throw new Fault(
      wanted === 3
        ? `"region" is [level,column,row]: a level from 0 to ${levels}, columns and rows from 0 to below 2^level`
        : `"cell" is [column,row], from 0 to ${across(levels) - 1}`,
      valueOffset(line, key),
    );
  return numbers;
}
