import { seeded } from '../../../../core/random/random.ts';
import { statementsOf } from '../assess/background-persons.ts';
import type { OtherRelease } from '../assess/link-findings.ts';
import type { ColumnStatement, MoveStatement } from '../attack/background.ts';
import { areInFull, coversAll, type Linked, personsCovered } from '../attack/linking.ts';
import { type Posterior, posteriorOf } from '../attack/posterior.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { ClassRule } from '../check/rules.ts';
import type { Sensitive } from '../model/classes.ts';
import type { Table } from '../model/table.ts';
import { type Component, exactly, type Option } from './component.ts';
import { mergedIn } from './merged.ts';
import { valuesOfHolder } from './other-holder.ts';
import { type JointPart, partsOf } from './parts.ts';
import { type RowTypes, rowTypesOf } from './row-types.ts';
import { drawn, withoutOthers } from './sample.ts';
import { inOrder, type Move, type Rivals, rivalsOf, type Second, secondOf } from './second-release.ts';

/** What the attacker knows in addition to the release and the register; each part may be left out. */
export interface PersonKnowledge {
  /** On any sensitive column. */
  readonly statements: readonly ColumnStatement[];
  readonly other: OtherRelease | null;
  /** The rows of both releases are in one order. */
  readonly isOrdered: boolean;
  /** Who joined since the earlier release, left before the later one, or stayed. */
  readonly moves: readonly MoveStatement[];
  /** How a person's columns go with a value. */
  readonly columns: ((person: number, code: number) => number) | null;
  /** Rules on the sensitive column for whose sake classes were merged. */
  readonly rules: readonly ClassRule[];
  /** Probability that a person of the register is in the release; null: released / register. */
  readonly prior: number | null;
}

export interface Believed {
  /** Null: what is known contradicts itself, or she can be nowhere. */
  of(person: number): Posterior | null;
  /** Probability that she is in the release. */
  present(person: number): number;
  /** Persons for whom a second release weighs each row alone: too many rows depend on each other. */
  readonly approximated: number;
  /** Persons whose worlds were drawn, not summed up, and the standard error of their probabilities. */
  readonly drawn: number;
  readonly error: number;
}

/** Of each person of a part: the probability of each row type and, last, of being outside. Null: contradiction. */
interface Solved {
  readonly types: Int32Array;
  readonly chances: Float64Array | null;
  /** All persons share one entry. */
  readonly isShared: boolean;
}

/** The posterior of each person of the register, from all that is known at once. */
export function believed(
  known: KnownTable,
  sensitive: Sensitive,
  persons: Table,
  linked: Linked,
  knowledge: PersonKnowledge,
  seed: string,
): Believed {
  return new Model(known, sensitive, persons, linked, knowledge, seed);
}

class Model implements Believed {
  readonly #sensitive: Sensitive;
  readonly #told: ReadonlyMap<string, Sensitive>;
  readonly #linked: Linked;
  readonly #knowledge: PersonKnowledge;
  readonly #rows: RowTypes;
  readonly #second: Second | null;
  readonly #complete: boolean;
  readonly #prior: number;
  readonly #holds: ReturnType<typeof statementsOf>;
  readonly #theirs: ((person: number, code: number) => number) | null;
  readonly #cellsOf: readonly Int32Array[];
  readonly #partOf: Int32Array;
  readonly #placeIn: Int32Array;
  readonly #solved: Solved[] = [];
  readonly approximated: number;
  drawn = 0;
  error = 0;

  constructor(known: KnownTable, sensitive: Sensitive, persons: Table, linked: Linked, knowledge: PersonKnowledge, seed: string) {
    this.#sensitive = sensitive;
    this.#linked = linked;
    this.#knowledge = knowledge;
    const { other, isOrdered, statements } = knowledge;
    const isSecond = other !== null && other.relation !== 'other-holder';
    this.#second = isSecond ? ((isOrdered ? inOrder(known, persons, other.table) : null) ?? secondOf(known, persons, other)) : null;
    this.#theirs = other?.relation === 'other-holder' ? valuesOfHolder(known, sensitive, other.table, persons) : null;
    const columns = known.sensitive
      .map((each) => each.sensitive)
      .filter(({ name }) => name === sensitive.name || statements.some(({ column }) => column === name));
    this.#told = new Map(columns.map((each) => [each.name, each]));
    this.#rows = rowTypesOf(known, sensitive, columns, linked, this.#second);
    const { suppressed } = known.classes;
    this.#complete = coversAll(linked, personsCovered(linked), suppressed);
    this.#prior = knowledge.prior ?? Math.min(1, known.table.rows / Math.max(1, persons.rows));
    this.#holds = statementsOf(known, persons);
    const inFull = areInFull(linked, suppressed);
    const starred = linked.right.count;
    this.#cellsOf = linked.partners.map((groups, person) =>
      suppressed === 0 || inFull[person] ? groups : Int32Array.of(...groups, starred),
    );
    const { parts, approximated } = partsOf(linked, this.#rows, this.#cellsOf, this.#second);
    this.approximated = approximated;
    this.#partOf = new Int32Array(persons.rows).fill(-1);
    this.#placeIn = new Int32Array(persons.rows);
    for (const [at, part] of parts.entries()) {
      for (const [place, person] of part.persons.entries()) {
        this.#partOf[person] = at;
        this.#placeIn[person] = place;
      }
      this.#solved.push(this.#solve(part, seed));
    }
  }

  of(person: number): Posterior | null {
    const found = this.#chancesOf(person);
    if (found === null) return null;
    const { chances, types } = found;
    const weights = new Map<number, number>();
    let elsewhere = chances[types.length];
    for (const [at, type] of types.entries()) {
      const code = this.#rows.codes[type];
      if (this.#sensitive.missing[code] === 1) elsewhere += chances[at];
      else weights.set(code, (weights.get(code) ?? 0) + chances[at]);
    }
    // Of a value that is not published only the distribution is known.
    if (elsewhere > 1e-12)
      for (const [code, share] of this.#sensitive.shares.entries())
        if (share > 0) weights.set(code, (weights.get(code) ?? 0) + elsewhere * share);
    return posteriorOf(weights);
  }

  present(person: number): number {
    const found = this.#chancesOf(person);
    return found === null ? 0 : 1 - found.chances[found.types.length];
  }

  #chancesOf(person: number): { chances: Float64Array; types: Int32Array } | null {
    const part = this.#partOf[person];
    if (part < 0) return null;
    const { types, chances, isShared } = this.#solved[part];
    if (chances === null) return null;
    const width = types.length + 1;
    const from = isShared ? 0 : this.#placeIn[person] * width;
    return { chances: chances.subarray(from, from + width), types };
  }

  #solve(part: JointPart, seed: string): Solved {
    const { types } = part;
    const alike = this.#alike(part);
    if (alike !== null) return { types, chances: alike, isShared: true };
    // If the persons cannot all be in the release, some are not.
    const chances = this.#tried(part, this.#prior, seed) ?? (this.#prior < 1 ? null : this.#tried(part, 0.5, seed));
    return { types, chances, isShared: false };
  }

  /** One class whose members differ in nothing that is known: its counts. */
  #alike({ persons, types }: JointPart): Float64Array | null {
    const { statements, columns, rules } = this.#knowledge;
    if (statements.length > 0 || columns !== null || this.#theirs !== null || this.#second !== null) return null;
    const { cells, sizes } = this.#rows;
    if (types.some((type) => cells[type] !== cells[types[0]])) return null;
    const rows = types.reduce((sum, type) => sum + sizes[type], 0);
    const groups = this.#linked.left.of;
    if (rules.length > 0 && persons.length === rows && persons.some((person) => groups[person] !== groups[persons[0]])) return null;
    const present = this.#complete ? Math.min(1, rows / persons.length) : this.#prior === 1 && persons.length <= rows ? 1 : null;
    if (present === null) return null;
    return Float64Array.from({ length: types.length + 1 }, (_, at) =>
      at < types.length ? (present * sizes[types[at]]) / rows : 1 - present,
    );
  }

  #tried(part: JointPart, prior: number, seed: string): Float64Array | null {
    const { persons, types, others } = part;
    const component = this.#componentOf(part, prior);
    const exact = exactly(component);
    const sampled =
      exact === undefined ? drawn(withoutOthers(component), seeded(seed, 'together', persons.length, types.length, others.length)) : null;
    if (exact === undefined) this.drawn += persons.length;
    if (sampled !== null) this.error = Math.max(this.error, sampled.error);
    const marginals = exact ?? sampled?.marginals ?? null;
    if (marginals === null) return null;
    const options = exact === undefined ? withoutOthers(component).persons : component.persons;
    const width = types.length + 1;
    const chances = new Float64Array(persons.length * width);
    for (const [person, own] of options.entries())
      for (const [at, { row }] of own.entries()) chances[person * width + (row < 0 ? types.length : row)] += marginals[person][at];
    return chances;
  }

  #componentOf(part: JointPart, prior: number): Component {
    const { persons, types, others, isCut } = part;
    const { sizes, codes } = this.#rows;
    const second = this.#second;
    // Where rows of the second release do not compete, it weighs each row alone; in one order that is exact.
    const rivals = second === null || isCut || second.isOrdered ? null : rivalsOf(second, this.#rows, types, others, this.#complete);
    const rows = Array.from(types, (type) => sizes[type]);
    return {
      persons: Array.from(persons, (person) => this.#optionsOf(person, types, rivals, prior)),
      rows: rivals === null ? rows : [...rows, rivals.gone],
      others: rivals?.sizes ?? [],
      rest: rivals?.pairs ?? (this.#complete ? 'none' : 'free'),
      merged: prior === 1 && this.#knowledge.rules.length > 0 ? mergedIn(part, this.#linked, this.#cellsOf, this.#rows) : [],
      holds: (counts) =>
        this.#holdsAll(
          Array.from(types, (type) => codes[type]),
          counts,
        ),
    };
  }

  #optionsOf(person: number, types: Int32Array, rivals: Rivals | null, prior: number): Option[] {
    const { sizes, cells, groups } = this.#rows;
    const second = this.#second;
    const own = new Set(this.#cellsOf[this.#linked.left.of[person]]);
    const able = [...types.keys()].filter(
      (at) => own.has(cells[types[at]]) && (second?.isOrdered !== true || second.chance(person, groups[types[at]], null) > 0),
    );
    const candidates = able.reduce((sum, at) => sum + sizes[types[at]], 0);
    // Who is known to have joined, left or stayed is in the release.
    let isThere = able.length > 0;
    const found = able.flatMap((at): Option[] => {
      const type = types[at];
      const move = this.#moveOf(person, type);
      if (move === null) isThere = false;
      const chance = rivals === null ? (second?.chance(person, groups[type], move) ?? 1) : 1;
      const weight = (prior / candidates) * chance * this.#weigh(person, type);
      if (weight === 0) return [];
      if (rivals === null) return [{ row: at, other: -1, weight }];
      return rivals.of(person, groups[type], move).map((other) => ({ row: at, other, weight }));
    });
    return prior < 1 && !isThere ? [...found, { row: -1, other: -1, weight: 1 - prior }] : found;
  }

  #moveOf(person: number, type: number): Move {
    const { moves } = this.#knowledge;
    if (moves.length === 0) return null;
    const said = moves.filter((each) => this.#holds(each, person, this.#rows.first[type]));
    if (said.some(({ moved }) => moved !== said[0].moved)) return 'contradicted';
    return said.length === 0 ? null : said[0].moved ? 'moved' : 'stayed';
  }

  #holdsAll(codes: readonly number[], counts: Int32Array): boolean {
    const tally = { known: 0, counts: new Int32Array(this.#sensitive.values.length), present: [] as number[] };
    for (const [at, code] of codes.entries()) {
      if (counts[at] === 0 || this.#sensitive.missing[code] === 1) continue;
      if (tally.counts[code] === 0) tally.present.push(code);
      tally.counts[code] += counts[at];
      tally.known += counts[at];
    }
    return tally.known === 0 || this.#knowledge.rules.every((rule) => rule.holds(tally));
  }

  #weigh(person: number, type: number): number {
    const { statements, columns } = this.#knowledge;
    const row = this.#rows.first[type];
    const code = this.#rows.codes[type];
    let weight = this.#sensitive.missing[code] === 1 ? 1 : (this.#theirs?.(person, code) ?? 1) * (columns?.(person, code) ?? 1);
    for (const each of statements) {
      // A missing value fits every statement.
      const told = this.#told.get(each.column);
      if (told?.values[told.codes[row]] === each.value && told.missing[told.codes[row]] !== 1 && this.#holds(each, person, row))
        weight *= each.weight;
    }
    return weight;
  }
}
