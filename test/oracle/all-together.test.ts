// All knowledge together against enumeration of all worlds, for every pair of kinds of knowledge; and leaks that only two of them together show.
import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';
import { byAttack } from '../../shared/core/verdict/finding.ts';
import { linkExternal, type OtherRelease, type Relation } from '../../shared/kinds/relational/core/assess/link-findings.ts';
import type { ColumnStatement, MoveStatement } from '../../shared/kinds/relational/core/attack/background.ts';
import { diversityRule } from '../../shared/kinds/relational/core/check/rules.ts';
import { allTogether } from '../../shared/kinds/relational/core/joint/all-together.ts';
import { exactly } from '../../shared/kinds/relational/core/joint/component.ts';
import { believed, type PersonKnowledge } from '../../shared/kinds/relational/core/joint/model.ts';
import { drawn } from '../../shared/kinds/relational/core/joint/sample.ts';
import { tableOf } from '../../shared/kinds/relational/core/model/table.ts';
import { knownFrom } from '../helpers/relational.ts';

const DISEASES = ['flu', 'gout', 'hiv'];
const JOBS = ['cook', 'nurse'];
const UNKNOWN = '?';
type Row = readonly [zip: string, sex: string, disease: string, job?: string | undefined];

interface Case {
  readonly release: readonly Row[];
  readonly persons: readonly Row[];
  readonly other: { readonly relation: Relation; readonly rows: readonly Row[] } | null;
  readonly statements: readonly ColumnStatement[];
  readonly isOrdered: boolean;
  readonly moves: readonly MoveStatement[];
  readonly columns: ((person: number, value: string) => number) | null;
  readonly isMerged: boolean;
}

const covers = (cell: string, value: string): boolean => cell === '*' || cell === value || (cell.startsWith('{') && cell.includes(value));
const isStarred = ([zip, sex]: Row): boolean => zip === '*' && sex === '*';
const fits = ([zip, sex]: Row, person: Row): boolean => covers(zip, person[0]) && covers(sex, person[1]);
const shared = (a: string, b: string): boolean => ['1', '2', '3', 'm', 'f'].some((value) => covers(a, value) && covers(b, value));
const meet = (a: Row, b: Row): boolean => shared(a[0], b[0]) && shared(a[1], b[1]) && a[2] === b[2];
/** Two distinct values; unknown ones are not counted. */
const holdsAlone = (values: readonly string[]): boolean =>
  values.every((value) => value === UNKNOWN) || new Set(values.filter((value) => value !== UNKNOWN)).size >= 2;

/** All ways to pair up as many rows as possible: for each row its partner, -1: none. */
function pairings(release: readonly Row[], other: readonly Row[], isWhole: boolean): number[][] {
  const found: number[][] = [];
  const extend = (chosen: readonly number[]): void => {
    const row = release[chosen.length];
    if (row === undefined) {
      found.push([...chosen]);
      return;
    }
    for (const [at, each] of other.entries()) if (!chosen.includes(at) && meet(row, each)) extend([...chosen, at]);
    extend([...chosen, -1]);
  };
  extend([]);
  const size = (each: readonly number[]): number => each.filter((at) => at >= 0).length;
  const most = Math.max(...found.map(size));
  if (isWhole && (most < release.length || release.length !== other.length)) return [];
  return found.filter((each) => size(each) === most);
}

/** The posterior of each person over the values, by enumeration of worlds; null: none is consistent. */
function enumerated({
  release,
  persons,
  other,
  statements,
  isOrdered,
  moves,
  columns,
  isMerged,
}: Case): (Map<string, number> | null)[] | null {
  const candidates = persons.map((person) => [...release.keys()].filter((row) => fits(release[row] as Row, person)));
  const prior = Math.min(1, release.length / persons.length);
  const covered = [...new Set(release.filter((row) => !isStarred(row)).map(([zip, sex]) => `${zip}|${sex}`))].every((key) => {
    const own = release.filter(([zip, sex]) => `${zip}|${sex}` === key);
    return persons.filter((person) => fits(own[0] as Row, person)).length >= own.length;
  });
  const isComplete = persons.length >= release.length && covered;
  const isSecond = other !== null && other.relation !== 'other-holder';
  const inOrder = [release.map((_, row) => row)];
  const pairs = !isSecond ? [] : isOrdered ? inOrder : pairings(release, other.rows, other.relation === 'same-people');
  const isSaid = (person: number, moved: boolean): boolean =>
    moves.some((each) => each.moved === moved && each.where['name'] === String(person));
  const known = release.map(([, , disease]) => disease).filter((disease) => disease !== UNKNOWN);
  const weigh = (person: number, row: number): number => {
    const [, , value, job] = release[row] as Row;
    const own = persons[person] as Row;
    let weight = value === UNKNOWN ? 1 : (columns?.(person, value) ?? 1);
    for (const each of statements)
      if (each.value === (each.column === 'job' ? job : value) && (each.where['sex'] ?? own[1]) === own[1]) weight *= each.weight;
    if (value !== UNKNOWN && other?.relation === 'other-holder') {
      const theirs = other.rows.filter((each) => fits(each, own));
      const all = other.rows.filter((each) => each[2] === value).length + known.filter((each) => each === value).length;
      if (theirs.length > 0) weight *= theirs.filter((each) => each[2] === value).length / all;
    }
    return weight;
  };
  // Classes whose members are known: nobody else may be there, and they may be nowhere else.
  const classes = Map.groupBy(release.keys(), (row) => (release[row] as Row).slice(0, 2).join('|'));
  const merged = [...classes.values()].flatMap((rows) => {
    const own = [...persons.keys()].filter((person) => rows.some((row) => candidates[person]?.includes(row)));
    const isKnown = own.length === rows.length && own.every((person) => candidates[person]?.length === rows.length);
    const subgroups = [...Map.groupBy(own, (person) => (persons[person] as Row).slice(0, 2).join('|')).values()];
    return isMerged && prior === 1 && isKnown && subgroups.length > 1 && !isStarred(release[rows[0] as number] as Row) ? [subgroups] : [];
  });
  const fails = (subgroups: readonly (readonly number[])[], rows: readonly number[]): boolean =>
    subgroups.some((own) => !holdsAlone(own.map((person) => (release[rows[person] as number] as Row)[2])));
  const worlds: { rows: readonly number[]; weight: number }[] = [];
  const place = (rows: readonly number[], weight: number): void => {
    const person = rows.length;
    if (person === persons.length) {
      if (isComplete && rows.filter((row) => row >= 0).length < release.length) return;
      const times = !isSecond
        ? 1
        : pairs.filter((partner) =>
            rows.every((row, at) => {
              if (row < 0) return true;
              if (partner[row] === -1) return !isSaid(at, false);
              return !isSaid(at, true) && fits(other.rows[partner[row] as number] as Row, persons[at] as Row);
            }),
          ).length;
      if (times > 0) worlds.push({ rows, weight: weight * times });
      return;
    }
    const byCells = candidates[person] as number[];
    const own = isOrdered ? byCells.filter((row) => fits(other?.rows[row] as Row, persons[person] as Row)) : byCells;
    for (const row of own)
      if (!rows.includes(row)) {
        const next = weight * (prior / own.length) * weigh(person, row);
        if (next > 0) place([...rows, row], next);
      }
    if (byCells.length === 0) place([...rows, -1], weight);
    else if (prior < 1 && !isSaid(person, true) && !isSaid(person, false)) place([...rows, -1], weight * (1 - prior));
  };
  place([], 1);
  const needed = merged.filter((subgroups) => worlds.some(({ rows }) => fails(subgroups, rows)));
  const consistent = worlds.filter(({ rows }) => needed.every((subgroups) => fails(subgroups, rows)));
  const total = consistent.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return null;
  return persons.map((_, person) => {
    if (candidates[person]?.length === 0) return null;
    const sums = new Map<string, number>();
    for (const { rows, weight } of consistent) {
      const value = rows[person] === -1 ? UNKNOWN : (release[rows[person] as number] as Row)[2];
      if (value !== UNKNOWN) sums.set(value, (sums.get(value) ?? 0) + weight / total);
      else for (const each of known) sums.set(each, (sums.get(each) ?? 0) + weight / total / known.length);
    }
    return sums;
  });
}

function knowledgeOf({ release, persons, other, statements, isOrdered, moves, columns, isMerged }: Case) {
  const sensitive = ['disease', 'job'].slice(0, (release[0]?.length ?? 0) - 2);
  const rows = release.map((row) => row.map(String));
  const known = knownFrom({ columns: ['zip', 'sex', ...sensitive], rows, quasi: ['zip', 'sex'], sensitive });
  const table = tableOf(
    ['zip', 'sex', 'name'],
    persons.map(([zip, sex], person) => [zip, sex, String(person)]),
  );
  const links = linkExternal(known, table);
  const [column] = known.sensitive;
  if (links === null || column === undefined) throw new Error('columns in common');
  const second: OtherRelease | null =
    other === null
      ? null
      : {
          relation: other.relation,
          table: tableOf(
            ['zip', 'sex', 'disease'],
            other.rows.map((row) => row.slice(0, 3).map(String)),
          ),
        };
  const { values } = column.sensitive;
  const knowledge: PersonKnowledge = {
    statements,
    other: second,
    isOrdered,
    moves,
    columns: columns === null ? null : (person, code) => columns(person, values[code] as string),
    rules: isMerged ? [diversityRule({ form: 'distinct', l: 2 }, column, 0)] : [],
    prior: null,
  };
  return { known, table, linked: links.linked, column, knowledge };
}

const RELEASES: Readonly<Record<string, Relation>> = {
  'same-people': 'same-people',
  order: 'same-people',
  earlier: 'earlier',
  'who joined': 'earlier',
  later: 'later',
  'who left': 'later',
  'other-holder': 'other-holder',
};
const KINDS = ['statements', 'statements on another column', ...Object.keys(RELEASES), 'columns', 'rules'];
const isRelease = (kind: string): boolean => kind in RELEASES;
const PAIRS = KINDS.flatMap((one, at) => KINDS.slice(at + 1).map((other) => [one, other] as const)).filter(
  ([one, other]) => !(isRelease(one) && isRelease(other)),
);

function drawCase(random: Random, kinds: readonly string[]): Case {
  const pick = <T>(from: readonly T[]): T => from[random.below(from.length)] as T;
  const relation = RELEASES[kinds.find(isRelease) ?? ''] ?? null;
  const isOrdered = kinds.includes('order');
  const isMerged = kinds.includes('rules');
  const size = relation === null ? 2 + random.below(7) : 2 + random.below(4);
  const people = Array.from({ length: size }, (): Row => [pick(['1', '2', '3']), pick(['m', 'f']), pick(DISEASES), pick(JOBS)]);
  const pair = (zip: string): string => `{${zip}, ${pick(['1', '2', '3'])}}`;
  // Merged classes do not overlap; other cells may.
  const wide = random.below(2) === 0;
  const recoded = (rows: readonly Row[]): Row[] => {
    const made = rows.map(([zip, sex, disease, job]): Row => {
      if (isMerged) return [wide ? '{1, 2, 3}' : zip === '3' ? zip : '{1, 2}', '*', disease, job];
      if (random.below(8) === 0) return ['*', '*', disease, job];
      return [pick([zip, pair(zip)]), pick([sex, sex, '*']), disease, job];
    });
    if (!isOrdered) shuffle(made, random);
    return made;
  };
  const isLess = !isMerged && random.below(3) === 0;
  const released = isLess && size > 2 ? people.slice(1) : people;
  const unknown = random.below(4) === 0 && relation === null;
  const release = recoded(released.map((row, at): Row => (unknown && at === 0 ? [row[0], row[1], UNKNOWN, row[3]] : row)));
  const persons = !isMerged && random.below(4) === 0 ? people.slice(0, -1) : people;
  const others = relation === 'earlier' || relation === 'later' ? [...released.slice(1), pick(people)] : released;
  const far = Array.from({ length: size }, () => new Map(DISEASES.map((each) => [each, 0.1 + random.unit()])));
  return {
    release,
    persons,
    other: relation === null ? null : { relation, rows: recoded(others) },
    isOrdered,
    moves: kinds.some((kind) => kind.startsWith('who '))
      ? [
          { moved: true, where: { name: String(people.indexOf(released[0] as Row)) } },
          ...(random.below(2) === 0 ? [{ moved: false, where: { name: String(size - 1) } }] : []),
        ]
      : [],
    statements: [
      ...(kinds.includes('statements')
        ? [
            { column: 'disease', where: { sex: pick(['m', 'f']) }, value: pick(DISEASES), weight: pick([0, 0.5, 3]) },
            { column: 'disease', where: {}, value: pick(DISEASES), weight: 2 },
          ]
        : []),
      ...(kinds.includes('statements on another column')
        ? [{ column: 'job', where: { sex: pick(['m', 'f']) }, value: pick(JOBS), weight: pick([0, 0.5, 3]) }]
        : []),
    ],
    columns: kinds.includes('columns') ? (person, value) => far[person]?.get(value) as number : null,
    isMerged,
  };
}

test.each(PAIRS)('%s and %s: the posterior equals enumeration of all worlds, 200 random tables', (one, other) => {
  let compared = 0;
  for (let seed = 0; seed < 200; seed += 1) {
    const drawnCase = drawCase(seeded('together', one, other, seed), [one, other]);
    const wanted = enumerated(drawnCase);
    if (wanted === null) continue;
    const { known, table, linked, column, knowledge } = knowledgeOf(drawnCase);
    const found = believed(known, column.sensitive, table, linked, knowledge, 'seed');
    expect(found.drawn).toBe(0);
    for (const [person, shares] of wanted.entries()) {
      const posterior = found.of(person);
      expect(posterior === null).toBe(shares === null);
      if (posterior === null || shares === null) continue;
      compared += 1;
      for (const [code, value] of column.sensitive.values.entries()) {
        const place = posterior.codes.indexOf(code);
        const share = place < 0 ? 0 : (posterior.shares[place] as number);
        if (Math.abs(share - (shares.get(value) ?? 0)) > 1e-9)
          throw new Error(JSON.stringify({ seed, person, value, share, wanted: shares.get(value), drawnCase }));
      }
    }
  }
  expect(compared).toBeGreaterThan(250);
});

test('drawn worlds agree with summed ones within their error: 40 random tables', () => {
  let compared = 0;
  for (let seed = 0; seed < 40; seed += 1) {
    const random = seeded('drawn', seed);
    const rows = Array.from({ length: 2 + random.below(3) }, () => 1 + random.below(3));
    const size = rows.reduce((sum, each) => sum + each, 0);
    const rest = random.below(2) === 0 ? 'none' : 'free';
    // Chains of overlapping choices, in which no swap of two persons leads everywhere.
    // A row of many is often less likely than to be outside, for which there is one option.
    const faint = random.below(2) === 0 ? 1 : 0.004;
    const persons = Array.from({ length: size + (rest === 'none' ? 1 + random.below(3) : -1) }, (_, person) => [
      ...[person % rows.length, (person + 1) % rows.length].map((row) => ({ row, other: -1, weight: faint * (0.2 + random.unit()) })),
      { row: -1, other: -1, weight: 0.3 },
    ]);
    const component = { persons, rows, others: [], rest, merged: [], holds: () => true } as const;
    const exact = exactly(component);
    const found = drawn(component, random);
    expect(found === null).toBe(exact === null);
    if (found === null || exact == null) continue;
    for (const [person, own] of exact.entries())
      for (const [at, share] of own.entries()) {
        compared += 1;
        expect(Math.abs(share - (found.marginals[person]?.[at] as number))).toBeLessThan(6 * found.error);
      }
  }
  expect(compared).toBeGreaterThan(300);
});

const BY = [byAttack('learned', 'all-together', 'all', { about: 'disease' }), byAttack('learned', 'all-together-groups', 'all')] as const;

/** Findings of everything at once: `alone` of them take one kind of knowledge away. */
function told(given: Case) {
  const { known, table, linked, column, knowledge } = knowledgeOf(given);
  const { statements, other, isOrdered, moves, rules } = knowledge;
  const weigh = knowledge.columns;
  const columns = weigh === null ? null : { weigh, error: 0, most: 1 };
  const found = allTogether(BY, known, column, { table, recordOf: null }, linked, {
    statements,
    other,
    isOrdered,
    moves,
    columns,
    rules,
    regions: [],
    seed: 's',
  });
  if (!('trial' in found)) throw new Error(found.reason);
  return found;
}

const WITHOUT = { statements: [], other: null, isOrdered: false, moves: [], columns: null, isMerged: false };

test('a leak that only a second release and a statement show together: neither shows anybody alone', () => {
  const groups = [...Array(20).keys()];
  const people = groups.flatMap((group): Row[] =>
    ['flu', 'gout', 'hiv', 'ulcer'].map((disease, at): Row => [`${group}${at < 2 ? 'a' : 'b'}`, at % 2 === 0 ? 'm' : 'f', disease]),
  );
  const release = people.map(([zip, , disease], at): Row => [`{${zip.slice(0, -1)}a, ${zip.slice(0, -1)}b}`, '*', `${disease}${at % 4}`]);
  const rows = people.map(([zip, , disease], at): Row => [zip, '*', `${disease}${at % 4}`]);
  const statements = ['flu0', 'hiv2'].map((value): ColumnStatement => ({ column: 'disease', where: { sex: 'f' }, value, weight: 0 }));
  const persons = people.filter(([, sex]) => sex === 'f');
  const { trial, findings } = told({ ...WITHOUT, release, persons, other: { relation: 'same-people', rows }, statements });
  expect(trial.details).toMatchObject({ certain: 40, 'certainWithout statements': 0, 'certainWithout other': 0, drawn: 0 });
  expect(findings).toContainEqual(expect.objectContaining({ people: 40, of: 40, state: 'proved', confidence: 1 }));
});

test('a leak that only merging and a statement show together: the failing half has one value, and the statement says which half', () => {
  const release = Array.from({ length: 10 }, (_, group): Row[] =>
    ['flu', 'flu', 'gout', 'gout'].map((disease) => [`{${group}a, ${group}b}`, '*', disease]),
  ).flat();
  const persons = Array.from({ length: 10 }, (_, group): Row[] => ['a', 'a', 'b', 'b'].map((half) => [`${group}${half}`, 'f', ''])).flat();
  // The statement is about the first of each four.
  const statements = Array.from({ length: 10 }, (_, group) => ({
    column: 'disease',
    where: { name: String(4 * group) },
    value: 'gout',
    weight: 0,
  }));
  const { trial } = told({ ...WITHOUT, release, persons, statements, isMerged: true });
  // Alone, merging leaves either half either value, and the statement leaves the other three open.
  expect(trial.details).toMatchObject({ certain: 40, 'certainWithout statements': 0, 'certainWithout rules': 10 });
});

test('another holder and a statement: two values are in both, and one of them is ruled out', () => {
  const release: Row[] = ['flu', 'gout', 'hiv'].map((disease) => ['1', '*', disease]);
  const rows: Row[] = ['flu', 'gout', 'ulcer'].map((disease) => ['*', 'f', disease]);
  const statements = [{ column: 'disease', where: {}, value: 'flu', weight: 0 }];
  const { findings } = told({ ...WITHOUT, release, persons: [['1', 'f', '']], other: { relation: 'other-holder', rows }, statements });
  expect(findings).toMatchObject([{ people: 1, of: 1, state: 'proved' }]);
});

test('a register larger than the release: who may not be in it is believed to be there by its share', () => {
  const release: Row[] = ['flu', 'flu'].map((disease) => ['1', 'm', disease]);
  const persons: Row[] = Array.from({ length: 8 }, () => ['1', 'm', '']);
  const { known, table, linked, column, knowledge } = knowledgeOf({ ...WITHOUT, release, persons });
  const found = believed(known, column.sensitive, table, linked, knowledge, 's');
  for (const person of persons.keys()) expect(found.present(person)).toBeCloseTo(0.25, 12);
});

test('a leak that only the order of two releases shows: their cells and values leave two rows for everybody', () => {
  const groups = [...Array(30).keys()];
  const released = (halves: readonly string[]): Row[] =>
    groups.flatMap((group) =>
      halves.map((half, at): Row => [`{${group}${half[0]}, ${group}${half[1]}}`, '*', at % 3 === 0 ? 'flu' : 'hiv']),
    );
  const [release, rows] = [released(['ab', 'ab', 'cd', 'cd']), released(['ac', 'bd', 'ac', 'bd'])];
  const persons = groups.flatMap((group) => [...'abcd'].map((place): Row => [`${group}${place}`, 'm', '']));
  const { trial, findings } = told({ ...WITHOUT, release, persons, other: { relation: 'same-people', rows }, isOrdered: true });
  expect(trial.details).toMatchObject({ certain: 120, 'certainWithout isOrdered': 0, 'certainWithout other': 0 });
  expect(findings).toContainEqual(expect.objectContaining({ people: 120, of: 120, state: 'proved', confidence: 1 }));
});

test('a leak that only an earlier release and a statement on who joined show together', () => {
  const groups = [...Array(20).keys()];
  const release = groups.flatMap((group): Row[] => [
    [String(group), '*', 'flu'],
    [String(group), '*', 'hiv'],
  ]);
  // One of each pair is in the earlier release, which did not publish her disease as it is now.
  const rows = groups.map((group): Row => [String(group), '*', 'flu']);
  const persons = groups.flatMap((group): Row[] => [
    [String(group), 'm', ''],
    [String(group), 'f', ''],
  ]);
  const moves = groups.map((group) => ({ moved: true, where: { name: String(2 * group) } }));
  const { trial, findings } = told({ ...WITHOUT, release, persons, other: { relation: 'earlier', rows }, moves });
  expect(trial.details).toMatchObject({ certain: 40, 'certainWithout moves': 0, 'certainWithout other': 0 });
  expect(findings).toContainEqual(expect.objectContaining({ people: 40, of: 40, state: 'proved', confidence: 1 }));
});

test('a leak that only two sensitive columns show together: the statement is about one, the value of the other follows', () => {
  const groups = [...Array(20).keys()];
  const release = groups.flatMap((group): Row[] => [
    [String(group), '*', 'flu', 'cook'],
    [String(group), '*', 'hiv', 'nurse'],
    [String(group), '*', 'gout', 'nurse'],
  ]);
  const rows = groups.flatMap((group): Row[] => [
    [String(group), 'm', 'flu'],
    [String(group), 'm', 'hiv'],
    [String(group), 'f', 'gout'],
  ]);
  const persons = groups.map((group): Row => [String(group), 'm', '']);
  const statements = [{ column: 'job', where: {}, value: 'cook', weight: 0 }];
  const { trial } = told({ ...WITHOUT, release, persons, other: { relation: 'same-people', rows }, statements });
  expect(trial.details).toMatchObject({ certain: 20, 'certainWithout statements': 0, 'certainWithout other': 0 });
});
