import { seeded } from '../../../../core/random/random.ts';
import { statementsOf } from '../assess/background-persons.ts';
import type { OtherRelease } from '../assess/link-findings.ts';
import type { BackgroundStatement } from '../attack/background.ts';
import { areInFull, coversAll, type Linked, personsCovered } from '../attack/linking.ts';
import { type Posterior, posteriorOf } from '../attack/posterior.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { ClassRule } from '../check/rules.ts';
import type { Sensitive } from '../model/classes.ts';
import type { Table } from '../model/table.ts';
import { type Component, exactly, isSummed, type Option, pairKey } from './component.ts';
import { valuesOfHolder } from './other-holder.ts';
import { type RowTypes, rowTypesOf } from './row-types.ts';
import { drawn, withoutOthers } from './sample.ts';
import { type Second, secondOf } from './second-release.ts';

/** What the attacker knows in addition to the release and the register; each part may be left out. */
export interface PersonKnowledge {
  readonly statements: readonly BackgroundStatement[];
  readonly other: OtherRelease | null;
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

/** One part of the model: persons who compete for rows. `chances`: for each of them the probability of each row type and of being outside. */
interface Solved {
  readonly types: readonly number[];
  /** Null: contradiction. Persons share one entry if they are alike. */
  readonly chances: readonly (Float64Array | null)[];
  readonly isDrawn: boolean;
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
  readonly #linked: Linked;
  readonly #knowledge: PersonKnowledge;
  readonly #rows: RowTypes;
  readonly #second: Second | null;
  readonly #complete: boolean;
  readonly #prior: number;
  readonly #holds: ReturnType<typeof statementsOf>;
  readonly #theirs: ((person: number, code: number) => number) | null;
  readonly #cellsOf: readonly (readonly number[])[];
  readonly #partOf: Int32Array;
  readonly #placeIn: Int32Array;
  readonly #solved: Solved[] = [];
  approximated = 0;
  drawn = 0;
  error = 0;

  constructor(known: KnownTable, sensitive: Sensitive, persons: Table, linked: Linked, knowledge: PersonKnowledge, seed: string) {
    this.#sensitive = sensitive;
    this.#linked = linked;
    this.#knowledge = knowledge;
    const { other } = knowledge;
    this.#second = other === null || other.relation === 'other-holder' ? null : secondOf(known, persons, other);
    this.#theirs = other?.relation === 'other-holder' ? valuesOfHolder(known, sensitive, other.table, persons) : null;
    this.#rows = rowTypesOf(known, sensitive, linked, this.#second);
    const { suppressed } = known.classes;
    this.#complete = coversAll(linked, personsCovered(linked), suppressed);
    this.#prior = knowledge.prior ?? Math.min(1, known.table.rows / Math.max(1, persons.rows));
    this.#holds = statementsOf(known, persons);
    const inFull = areInFull(linked, suppressed);
    const starred = linked.right.count;
    this.#cellsOf = linked.partners.map((groups, person) => (suppressed === 0 || inFull[person] ? [...groups] : [...groups, starred]));
    const parts = this.#small(this.#parts(this.#second !== null));
    this.#partOf = new Int32Array(persons.rows).fill(-1);
    this.#placeIn = new Int32Array(persons.rows);
    for (const [at, part] of parts.entries()) {
      for (const [place, person] of part.persons.entries()) [this.#partOf[person], this.#placeIn[person]] = [at, place];
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

  #chancesOf(person: number): { chances: Float64Array; types: readonly number[] } | null {
    const part = this.#partOf[person];
    if (part < 0) return null;
    const { types, chances } = this.#solved[part];
    const own = chances[chances.length === 1 ? 0 : this.#placeIn[person]];
    return own === null ? null : { chances: own, types };
  }

  /** Parts that are too large with the second release are cut by cells: the second release then weighs each row alone. */
  #small(parts: readonly Part[]): Part[] {
    if (this.#second === null) return [...parts];
    const { sizes } = this.#rows;
    const isSmall = ({ persons, types, others }: Part): boolean =>
      isSummed([...types.map((type) => sizes[type]), ...others.map((other) => this.#second?.sizes[other] ?? 0)], persons.length);
    const { small = [], large = [] } = Object.groupBy(parts, (part) => (isSmall(part) ? 'small' : 'large'));
    if (large.length === 0) return small;
    const within = {
      persons: large.flatMap(({ persons }) => persons),
      types: large.flatMap(({ types }) => types),
      others: [],
      isCut: true,
    };
    for (const { persons } of large) this.approximated += persons.length;
    return [...small, ...this.#parts(false, within)];
  }

  /** Connected components of persons, cells and, if `joined`, rows of the second release; those of `within` if it is given. */
  #parts(joined: boolean, within: Part | null = null): Part[] {
    const { left } = this.#linked;
    const second = joined ? this.#second : null;
    const cells = this.#linked.right.count + 1;
    const roots = Int32Array.from({ length: cells + (second?.others ?? 0) }, (_, at) => at);
    const rootOf = (node: number): number => {
      let root = node;
      while (roots[root] !== root) {
        roots[root] = roots[roots[root]];
        root = roots[root];
      }
      return root;
    };
    const join = (a: number, b: number): void => {
      roots[rootOf(b)] = rootOf(a);
    };
    const persons = within?.persons ?? left.of.keys();
    const types = within?.types ?? this.#rows.cells.keys();
    for (const own of this.#cellsOf) for (const cell of own) join(own[0], cell);
    if (second !== null)
      for (const [type, group] of this.#rows.groups.entries())
        for (const other of second.partners[group]) join(this.#rows.cells[type], cells + other);
    const parts = new Map<number, { persons: number[]; types: number[]; others: number[]; isCut: boolean }>();
    for (const person of persons) {
      const own = this.#cellsOf[left.of[person]];
      if (own.length === 0) continue;
      const root = rootOf(own[0]);
      const part = parts.get(root) ?? { persons: [], types: [], others: [], isCut: within !== null };
      parts.set(root, part);
      part.persons.push(person);
    }
    for (const type of types) parts.get(rootOf(this.#rows.cells[type]))?.types.push(type);
    for (let other = 0; other < (second?.others ?? 0); other += 1) parts.get(rootOf(cells + other))?.others.push(other);
    return [...parts.values()];
  }

  #solve(part: Part, seed: string): Solved {
    const alike = this.#alike(part);
    if (alike !== null) return { types: part.types, chances: [alike], isDrawn: false };
    // If the persons cannot all be in the release, some are not.
    return (
      this.#tried(part, this.#prior, seed) ??
      (this.#prior < 1 ? null : this.#tried(part, 0.5, seed)) ?? { types: part.types, chances: [null], isDrawn: false }
    );
  }

  /** One class whose members differ in nothing that is known: its counts. */
  #alike({ persons, types }: Part): Float64Array | null {
    const { statements, columns, rules } = this.#knowledge;
    if (statements.length > 0 || columns !== null || this.#theirs !== null || this.#second !== null) return null;
    const { cells, sizes } = this.#rows;
    if (types.some((type) => cells[type] !== cells[types[0]])) return null;
    const rows = types.reduce((sum, type) => sum + sizes[type], 0);
    if (rules.length > 0 && persons.length === rows && new Set(persons.map((person) => this.#linked.left.of[person])).size > 1) return null;
    const present = this.#complete ? Math.min(1, rows / persons.length) : this.#prior === 1 && persons.length <= rows ? 1 : null;
    return present === null ? null : Float64Array.from([...types.map((type) => (present * sizes[type]) / rows), 1 - present]);
  }

  #tried(part: Part, prior: number, seed: string): Solved | null {
    const { persons, types, others } = part;
    const component = this.#componentOf(part, prior);
    let found = exactly(component);
    let isDrawn = false;
    if (found === undefined) {
      isDrawn = true;
      const sampled = drawn(withoutOthers(component), seeded(seed, 'together', persons.length, types.length, others.length));
      found = sampled?.marginals ?? null;
      if (sampled !== null) this.error = Math.max(this.error, sampled.error);
      this.drawn += persons.length;
    }
    if (found === null) return null;
    const options = isDrawn ? withoutOthers(component).persons : component.persons;
    const marginals = found;
    const chances = options.map((own, person) => {
      const sums = new Float64Array(types.length + 1);
      for (const [at, { row }] of own.entries()) sums[row < 0 ? types.length : row] += marginals[person][at];
      return sums;
    });
    return { types, chances, isDrawn };
  }

  #componentOf({ persons, types, others, isCut }: Part, prior: number): Component {
    const { left } = this.#linked;
    const { sizes, cells, groups, codes } = this.#rows;
    const second = isCut ? null : this.#second;
    const rows = types.map((type) => sizes[type]);
    const otherSizes = others.map((other) => second?.sizes[other] ?? 0);
    const place = new Map(others.map((other, at) => [other, at]));
    const pairs = new Set<string>();
    if (second !== null) {
      const gone = rows.length;
      const none = otherSizes.length;
      // Rows of one group without a partner may be in several parts: all of them are new.
      const withPartners = new Set(types.map((type) => groups[type]).filter((group) => second.partners[group].length > 0));
      const alone = types.reduce((sum, type) => sum + (second.partners[groups[type]].length > 0 ? 0 : sizes[type]), 0);
      const joined = [...withPartners].reduce((sum, group) => sum + second.rightOver[group], alone);
      rows.push(others.reduce((sum, other) => sum + second.leftOver[other], 0));
      otherSizes.push(joined);
      for (const other of others) if (second.leftFree[other] === 1) pairs.add(pairKey(gone, place.get(other) as number));
      for (const [at, type] of types.entries()) {
        if (this.#complete) continue;
        for (const other of second.partners[groups[type]]) pairs.add(pairKey(at, place.get(other) as number));
        if (second.rightFree[groups[type]] === 1) pairs.add(pairKey(at, none));
      }
    }
    const options = persons.map((person): Option[] => {
      const own = new Set(this.#cellsOf[left.of[person]]);
      const able = [...types.keys()].filter((at) => own.has(cells[types[at]]));
      const candidates = able.reduce((sum, at) => sum + rows[at], 0);
      const found = able.flatMap((at): Option[] => {
        const type = types[at];
        const chance = isCut ? (this.#second?.chance(person, groups[type]) ?? 1) : 1;
        const weight = (prior / candidates) * chance * this.#weigh(person, type);
        if (weight === 0) return [];
        if (second === null) return [{ row: at, other: -1, weight }];
        const there = second.partners[groups[type]]
          .filter((other) => second.covers(person, other))
          .map((other) => place.get(other) as number);
        const withNone = second.rightFree[groups[type]] === 1 ? [...there, otherSizes.length - 1] : there;
        return withNone.map((other) => ({ row: at, other, weight }));
      });
      return prior < 1 ? [...found, { row: -1, other: -1, weight: 1 - prior }] : found;
    });
    return {
      persons: options,
      rows,
      others: otherSizes,
      rest: second !== null ? pairs : this.#complete ? 'none' : 'free',
      merged: prior === 1 && this.#knowledge.rules.length > 0 ? this.#mergedIn(persons, types) : [],
      holds: (counts) =>
        this.#holdsAll(
          types.map((type) => codes[type]),
          counts,
        ),
    };
  }

  /** Classes of a part whose members are known, as many as their rows and nowhere else, and of several quasi-identifiers. */
  #mergedIn(persons: readonly number[], types: readonly number[]): (readonly (readonly number[])[])[] {
    const { left } = this.#linked;
    const rows = new Map<number, number>();
    for (const type of types) rows.set(this.#rows.cells[type], (rows.get(this.#rows.cells[type]) ?? 0) + this.#rows.sizes[type]);
    const members = new Map<number, number[]>();
    const shared = new Set([this.#linked.right.count]);
    for (const [at, person] of persons.entries()) {
      const cells = this.#cellsOf[left.of[person]];
      for (const cell of cells) members.set(cell, [...(members.get(cell) ?? []), at]);
      if (cells.length > 1) for (const cell of cells) shared.add(cell);
    }
    return [...members].flatMap(([cell, own]) => {
      if (shared.has(cell) || own.length !== rows.get(cell)) return [];
      const subgroups = [...Map.groupBy(own, (at) => left.of[persons[at]]).values()];
      return subgroups.length > 1 ? [subgroups] : [];
    });
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
    const code = this.#rows.codes[type];
    if (this.#sensitive.missing[code] === 1) return 1;
    const value = this.#sensitive.values[code];
    let weight = (this.#theirs?.(person, code) ?? 1) * (columns?.(person, code) ?? 1);
    for (const each of statements) if (each.value === value && this.#holds(each, person, this.#rows.first[type])) weight *= each.weight;
    return weight;
  }
}

interface Part {
  readonly persons: readonly number[];
  readonly types: readonly number[];
  readonly others: readonly number[];
  /** The rows of the second release are in other parts too. */
  readonly isCut: boolean;
}
