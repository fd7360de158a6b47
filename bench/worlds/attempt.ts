import { canonicalRows, transactionKey } from '../../shared/core/model/canonical-order.ts';
import { groupKey } from '../../shared/core/model/transaction.ts';
import { reliability, Stated } from '../../shared/core/statistics/reliability.ts';
import { type Recalibration, recalibration } from '../../shared/kinds/set-generalised/core/calibrated/between-worlds.ts';
import { decide } from '../../shared/kinds/set-generalised/core/calibrated/decide.ts';
import { indexRelease } from '../../shared/kinds/set-generalised/core/calibrated/indexed-release.ts';
import { WORLDS, type World } from '../../shared/kinds/set-generalised/core/calibrated/worlds.ts';
import { type Learned, learn, prepare } from '../../shared/kinds/set-generalised/learn/calibrated/learn.ts';
import type { Embeddings } from '../../shared/ports/embeddings.ts';
import type { HitCounter } from '../../shared/ports/hit-counter.ts';
import type { MadeRelease } from '../calibrated/make-release.ts';

interface Named {
  readonly people: number;
  readonly right: number;
  readonly said: number;
  /** Standard error of the share that is right, people of one generalised item together. */
  readonly error: number;
}

/** Promise for one release, and its result. */
export interface Attempt {
  readonly groups: number;
  readonly cells: number;
  readonly density: number;
  /** How much denser than practice it seemed. */
  readonly denser: { readonly value: number; readonly error: number } | null;
  readonly practiceDensity: number;
  readonly f1: number;
  readonly practice: Learned['practice'];
  readonly shares: Learned['shares'];
  readonly logOddsError: number;
  readonly promised: boolean;
  /** Cells that the asked precision took out, those that were added, and the variance of that share by groups. */
  readonly out: number;
  readonly right: number;
  readonly outError: number;
  readonly recall: number;
  readonly error: number;
  readonly floor: number;
  readonly bins: readonly (readonly [said: number, was: number])[];
  /** Recalibration that practice expected of other worlds, and the one that this world needed. */
  readonly probed: Learned['probed'];
  readonly off: Recalibration;
  readonly named: Readonly<Record<'0.8' | '0.9', Named>>;
  readonly seconds: number;
}

export async function attempt(
  made: MadeRelease,
  sources: readonly HitCounter[],
  embeddings: Embeddings | null,
  seed: string,
  left: World | null,
  asked = 0.9,
): Promise<Attempt | null> {
  const input = {
    release: made.release,
    sources,
    embeddings,
    ordered: true,
    constrained: true,
    seed,
    asked,
    worlds: WORLDS.filter((world) => world !== left),
  };
  const started = process.cpuUsage().user;
  const prepared = await prepare(input);
  if ('reason' in prepared) return null;
  const learned = await learn(prepared, input);
  if ('reason' in learned) return null;
  const seconds = (process.cpuUsage().user - started) / 1e6;
  return { ...judge(made, learned, seed), denser: prepared.denser, practiceDensity: learned.model.practiceDensity, seconds };
}

/** What the original holds of a table, row-major; its rows as numbers of people, and its members. */
export function truthsOf({ release, truth }: MadeRelease, seed: string) {
  // Rows in the order in which an index has them.
  const held = canonicalRows(
    release.map(({ items }, at) => ({ key: transactionKey(items, true, seed), truth: truth[at] })),
    seed,
  );
  const { groups, terms } = indexRelease(release, { seed, ordered: true, neighbours: false });
  const groupOf = new Map(groups.map((group) => [groupKey(Array.from(group.members, (member) => terms[member])), group]));
  return (key: string) => {
    const { rows, members } = groupOf.get(key) as (typeof groups)[number];
    const names = Array.from(members, (member) => terms[member]);
    const original = Uint8Array.from(Array.from(rows).flatMap((row) => names.map((name) => (held[row].truth.has(name) ? 1 : 0))));
    return { original, rows, members: names };
  };
}

/** By the original, which the attack has not seen. */
function judge(made: MadeRelease, learned: Learned, seed: string): Omit<Attempt, 'seconds' | 'denser' | 'practiceDensity'> {
  const { model, raised, practice, tables } = learned;
  const truths = truthsOf(made, seed);
  const stated = new Stated();
  const cover = { out: 0, right: 0 };
  const clusters: { readonly out: number; readonly right: number }[] = [];
  const judged: { original: Uint8Array; probability: Float64Array }[] = [];
  let [cells, added] = [0, 0];
  const people = new Map<number, { sure: number; right: number; item: string }>();
  for (const table of tables) {
    const { original, rows, members } = truths(table.key);
    const { cells: out, added: probability, cautious } = decide(model, raised, table, 'precise');
    clusters.push({ out: out.length, right: out.filter((cell) => original[cell] === 0).length });
    for (const cell of decide(model, raised, table, 'cover').cells) {
      cover.out += 1;
      cover.right += 1 - (original[cell] as number);
    }
    judged.push({ original, probability: probability.map((each) => 1 - each) });
    for (const [cell, each] of probability.entries()) {
      stated.add(each, original[cell] === 1 ? 0 : 1);
      cells += 1;
      added += 1 - (original[cell] as number);
    }
    for (let row = 0; row < rows.length; row += 1) {
      const first = row * members.length;
      let best = first;
      for (let cell = first; cell < first + members.length; cell += 1)
        if ((cautious[cell] as number) < (cautious[best] as number)) best = cell;
      const sure = 1 - (cautious[best] as number);
      const person = rows[row] as number;
      if (sure > (people.get(person)?.sure ?? -1)) people.set(person, { sure, right: original[best] as number, item: table.key });
    }
  }
  const out = clusters.reduce((total, each) => total + each.out, 0);
  const right = clusters.reduce((total, each) => total + each.right, 0);
  const share = right / Math.max(1, out);
  const squares = clusters.reduce((total, each) => total + (each.right - share * each.out) ** 2, 0);
  const told = reliability(stated.counts());
  const namedAt = (least: number): Named => {
    const own = [...people.values()].filter(({ sure }) => sure >= least);
    const [right, said] = [own.reduce((total, each) => total + each.right, 0), own.reduce((total, each) => total + each.sure, 0)];
    let squares = 0;
    for (const [, alike] of Map.groupBy(own, ({ item }) => item))
      squares += alike.reduce((total, each) => total + each.right - each.sure, 0) ** 2;
    return { people: own.length, right, said, error: Math.sqrt(squares) / Math.max(1, own.length) };
  };
  return {
    groups: tables.length,
    cells,
    density: 1 - added / cells,
    f1: (2 * cover.right) / (cover.out + added),
    practice,
    shares: learned.shares,
    logOddsError: learned.logOddsError,
    promised: practice.cannotPromise === null && out > 0,
    out,
    right,
    outError: Math.sqrt(squares) / Math.max(1, out),
    recall: right / added,
    error: told?.error ?? 0,
    floor: told?.floor ?? 0,
    bins: told?.bins.map(({ said, was }) => [said, was] as const) ?? [],
    probed: learned.probed,
    off: recalibration(judged),
    named: { '0.8': namedAt(0.8), '0.9': namedAt(0.9) },
  };
}
