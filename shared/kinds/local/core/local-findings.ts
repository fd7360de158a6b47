import { compareCodePoints } from '../../../core/model/code-points.ts';
import type { Hierarchy } from '../../../core/model/hierarchy.ts';
import { addTo } from '../../../core/model/lists.ts';
import { sampled, seeded, shuffle } from '../../../core/random/random.ts';
import { findingOfScoring, MOST_RECORDS, scoringFindings, tooMany } from '../../../core/scoring/scoring-findings.ts';
import { type Likeness, ScoringRecords } from '../../../core/scoring/scoring-index.ts';
import type { Distance } from '../../../core/sets/published-set.ts';
import { setFindings } from '../../../core/sets/set-findings.ts';
import { type RowShare, sharesOf } from '../../../core/statistics/clusters.ts';
import { liftInterval, shareInterval, shareOf } from '../../../core/statistics/intervals.ts';
import { percent } from '../../../core/verdict/figure-text.ts';
import { type Finding, withoutFigure } from '../../../core/verdict/finding.ts';
import { attempt, decided, notComputable, type Trial } from '../../../core/verdict/trial.ts';
import { type LeafClass, leafClasses, leafShares, likeliest } from './leaf-odds.ts';
import { aloneInClass, byFrequencyExposed, FREQUENCY, linkedExposed, NEEDS_ORIGINAL } from './local-exposed.ts';
import { nodeSets } from './node-sets.ts';

interface LocalInput {
  readonly tree: Hierarchy;
  readonly transactions: readonly (readonly number[])[];
  /** The leaves that each row holds, ascending; null without the original. */
  readonly original: readonly (readonly number[])[] | null;
  /** Relatedness of items; null: no source was asked, or none knows them. */
  readonly distance: Distance | null;
  readonly seed: string;
}

const TARGETS = 300;
const KNOWN = [1, 2, 3] as const;

export function localFindings({ tree, transactions, original, distance, seed }: LocalInput): {
  readonly trials: readonly Trial[];
  readonly findings: readonly Finding[];
} {
  const classes = leafClasses(transactions);
  const measured = (attack: string, about: string | null, run: (held: readonly (readonly number[])[]) => Trial): Trial =>
    original === null ? notComputable(attack, about, NEEDS_ORIGINAL) : attempt(attack, about, () => run(original));
  const semantic = setFindings(
    nodeSets(classes, tree),
    { distance, holds: original === null ? null : holdsIn(tree, original), seed },
    SET_WORDS,
  );
  const links = KNOWN.map((known) => {
    const about = `${known} known item${known === 1 ? '' : 's'}`;
    return measured('link', about, (held) => linked(classes, tree, held, { known, about, seed }));
  });
  const scoring = scoringOf(classes, tree, original, seed);
  const frequency = measured('frequency', null, (held) => byFrequency(classes, tree, held, seed));
  const trials = [
    frequency,
    ...semantic.trials,
    measured('ceiling', null, (held) => ceiling(classes, tree, held)),
    attempt('bare', null, () => bareLeaves(classes, tree)),
    ...links,
    ...scoring,
  ];
  const findings = [
    aloneInClass(classes),
    ...links.map((trial, at) => linkedExposed(trial, KNOWN[at] as number, transactions.length)),
    ...scoring.map((trial) => boundByClass(findingOfScoring(trial, transactions.length))),
    ...(frequency.status === 'errored'
      ? [withoutFigure(FREQUENCY, 'errored', frequency.reason)]
      : byFrequencyExposed(classes, tree, original, seed)),
    ...semantic.findings,
  ];
  return { trials, findings };
}

/** Scoring only finds people alone in their class, so the class check replaces it if it is not computable. */
const boundByClass = (finding: Finding): Finding => (finding.state === 'not computable' ? { ...finding, state: 'not tried' } : finding);

const SET_WORDS = {
  members: 'items',
  set: 'node',
  noOriginal: NEEDS_ORIGINAL,
  noRows: 'no node is published by two classes, so there is nothing to weigh one against the other',
};

function holdsIn({ names, leaves }: Hierarchy, original: readonly (readonly number[])[]): (person: number, item: string) => boolean {
  const number = new Map(names.slice(0, leaves).map((name, leaf) => [name, leaf]));
  return (person, item) => original[person]?.includes(number.get(item) as number) ?? false;
}

/** Of each class: how often its rows hold each leaf under an inner node, by its decisions on these cells. */
function decidedCells(
  classes: readonly LeafClass[],
  { first, end, leaves }: Hierarchy,
  original: readonly (readonly number[])[],
  says: (holders: number, rows: number) => boolean,
): RowShare[] {
  return classes.flatMap(({ rows, nodes }, group) => {
    const holders = holdersIn(rows, original);
    let [part, whole] = [0, 0];
    for (const node of nodes) {
      if (node < leaves) continue;
      for (let leaf = first[node]; leaf < end[node]; leaf += 1) {
        const held = holders.get(leaf) ?? 0;
        part += says(held, rows.length) ? held : rows.length - held;
        whole += rows.length;
      }
    }
    return whole === 0 ? [] : [{ group, transaction: group, part, whole }];
  });
}

function holdersIn(rows: readonly number[], original: readonly (readonly number[])[]): Map<number, number> {
  const holders = new Map<number, number>();
  for (const row of rows) for (const leaf of original[row] ?? []) holders.set(leaf, (holders.get(leaf) ?? 0) + 1);
  return holders;
}

const NO_CELL = 'every node that is published is a leaf: nothing is generalised';

/** Of each node that hides items, the one that is commonest elsewhere in the release is named for every row that publishes the node. */
function byFrequency(classes: readonly LeafClass[], tree: Hierarchy, original: readonly (readonly number[])[], seed: string): Trial {
  const { first, end, leaves } = tree;
  const shares = leafShares(classes, tree);
  const of: RowShare[] = [];
  const over: RowShare[] = [];
  let best = 0;
  for (const [group, { rows, nodes }] of classes.entries()) {
    const holders = holdersIn(rows, original);
    for (const node of nodes) {
      if (node < leaves) continue;
      const [from, to] = [first[node], end[node]];
      const under = Array.from({ length: to - from }, (_, at) => holders.get(from + at) ?? 0);
      const row = { group, transaction: group, whole: rows.length };
      of.push({ ...row, part: holders.get(likeliest(shares, tree, node, seed)) ?? 0 });
      over.push({ ...row, part: under.reduce((a, b) => a + b, 0) / under.length });
      best += under.reduce((a, b) => Math.max(a, b), 0);
    }
  }
  const value = shareOf(sharesOf(of));
  if (value === null) return notComputable('frequency', null, NO_CELL);
  const named = of.reduce((sum, { whole }) => sum + whole, 0);
  return decided(
    'frequency',
    null,
    `of the items that it names, one for each node of each transaction, ${percent(value)} are held; nobody names more than ${percent(best / named)} rightly for whole classes`,
    {
      people: rowsOf(classes),
      coverage: 1,
      figure: 'items named right',
      value,
      interval: shareInterval(sharesOf(of)),
      baseline: { name: 'an item of the node at random', value: shareOf(sharesOf(over)) },
      overBaseline: liftInterval(sharesOf(of), sharesOf(over)),
      details: { named, best: best / named },
    },
  );
}

/** Rows of a class are indistinguishable, so the best possible decision is by class and leaf with the truth known. */
function ceiling(classes: readonly LeafClass[], tree: Hierarchy, original: readonly (readonly number[])[]): Trial {
  const best = decidedCells(classes, tree, original, (holders, rows) => 2 * holders >= rows);
  const value = shareOf(sharesOf(best));
  if (value === null) return notComputable('ceiling', null, NO_CELL);
  const all = shareOf(sharesOf(decidedCells(classes, tree, original, () => true)));
  const [right, cells] = best.reduce(([part, whole], row) => [part + row.part, whole + row.whole], [0, 0] as [number, number]);
  return decided('ceiling', null, 'no attack is right more often, since the rows of a class are alike', {
    people: rowsOf(classes),
    coverage: 1,
    figure: 'cells right at best',
    value,
    baseline: { name: 'blind: all is held', value: all },
    details: { right, cells },
  });
}

/** A leaf that is published as itself is certain for its whole class. */
function bareLeaves(classes: readonly LeafClass[], { leaves }: Hierarchy): Trial {
  let [bare, published, people] = [0, 0, 0];
  for (const { rows, nodes } of classes) {
    const own = nodes.filter((node) => node < leaves).length;
    bare += own * rows.length;
    published += nodes.length * rows.length;
    if (own > 0) people += rows.length;
  }
  if (published === 0) return notComputable('bare', null, 'nothing is published');
  return decided(
    'bare',
    null,
    `${percent(people / rowsOf(classes))} of the transactions publish an item as it is, certain for all of their class`,
    {
      people: rowsOf(classes),
      coverage: 1,
      figure: 'published as items, not above them',
      value: bare / published,
      details: { people },
    },
  );
}

/** The attacker knows some items of a person, finds the rows whose class may hold them all, and guesses one. */
function linked(
  classes: readonly LeafClass[],
  { names, first, end }: Hierarchy,
  original: readonly (readonly number[])[],
  { known, about, seed }: { readonly known: number; readonly about: string; readonly seed: string },
): Trial {
  const covering = new Map<string, number[]>();
  for (const [at, { nodes }] of classes.entries())
    for (const node of nodes) for (const item of names.slice(first[node], end[node])) addTo(covering, item, at);
  const namesOf = (row: number): string[] => (original[row] ?? []).map((leaf) => names[leaf]).sort(compareCodePoints);
  const targets = sampled(original.length, TARGETS, seed, (row) => namesOf(row).join(' '));
  const rows: RowShare[] = [];
  let alone = 0;
  for (const target of targets) {
    const held = namesOf(target);
    if (held.length < known) continue;
    const drawn = shuffle([...held], seeded(seed, 'link', known, ...held)).slice(0, known);
    const [fewest = [], ...others] = drawn.map((item) => covering.get(item) ?? []).sort((a, b) => a.length - b.length);
    const sets = others.map((each) => new Set(each));
    const found = fewest.filter((each) => sets.every((set) => set.has(each)));
    const size = found.reduce((sum, each) => sum + (classes[each]?.rows.length ?? 0), 0);
    rows.push({ group: target, transaction: target, part: 1 / size, whole: 1 });
    if (size === 1) alone += 1;
  }
  const value = shareOf(sharesOf(rows));
  if (value === null) return notComputable('link', about, 'nobody has so many items');
  return decided('link', about, `of those tried ${percent(value)} would be found by taking one of the rows that fit`, {
    people: rows.length,
    coverage: rows.length / targets.length,
    figure: 'records found',
    value,
    interval: shareInterval(sharesOf(rows)),
    baseline: { name: 'a record at random', value: 1 / original.length },
    details: { alone },
  });
}

/** More places of an item in a row are not held in an index. */
const MOST_PLACES = 2_000_000;

/** Scoring attack by known items: the leaves under a node are equally likely. */
function scoringOf(
  classes: readonly LeafClass[],
  { names, first, end }: Hierarchy,
  original: readonly (readonly number[])[] | null,
  seed: string,
): Trial[] {
  if (original === null) return [notComputable('scoring', null, NEEDS_ORIGINAL)];
  if (original.length > MOST_RECORDS) return [tooMany(original.length)];
  const under = (node: number): readonly string[] => names.slice(first[node], end[node]);
  const places = classes.reduce((sum, { rows, nodes }) => sum + rows.length * nodes.reduce((own, node) => own + under(node).length, 0), 0);
  if (places > MOST_PLACES)
    return [notComputable('scoring', null, `it holds each item under each node of each row, up to ${MOST_PLACES}; here are ${places}`)];
  const records: Likeness[] = [];
  for (const { rows, nodes } of classes) {
    const likeness = new Map(nodes.flatMap((node) => under(node).map((item) => [item, 1 / under(node).length] as const)));
    for (const row of rows) records[row] = likeness;
  }
  const itemsOf = (row: number): string[] => (original[row] ?? []).map((leaf) => names[leaf]);
  return scoringFindings({ records: ScoringRecords.of(records), itemsOf, when: null, seed });
}

const rowsOf = (classes: readonly LeafClass[]): number => classes.reduce((sum, { rows }) => sum + rows.length, 0);
