import { type AuditRequest, auditRequest } from '../../../contracts/audit-request.ts';
import { TABLE_ATTACKS } from '../../../core/attack/attacks.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { indexItems, postings } from '../../../core/model/item-index.ts';
import { generalise, type LocatedTransaction, type Transaction } from '../../../core/model/transaction.ts';
import { type Random, seeded, shuffle } from '../../../core/random/random.ts';
import type { NounGraph } from '../../../core/text/noun-graph.ts';
import {
  type Experiment,
  numberSetting,
  type PointInput,
  type PointPorts,
  type PointSettings,
  type PointValue,
  silentPorts,
  textSetting,
  UNNAMED,
} from '../../../kit/experiment/point.ts';
import { coat } from '../core/coat/coat.ts';
import { nestedItemsets, type PrivacyConstraint, randomItems, similarItems, type UtilityConstraint } from '../core/coat/policy.ts';
import { setGeneralised } from '../kind.ts';

/** A figure over sizes asks for the time on made tables, and needs no release. */
export const setGeneralisedExperiment: Experiment = async (point, ports) =>
  point.vary === 'size' ? tableTimePoint(point.settings, point.seed, ports.now) : await attackPoint(point, ports);

const ATTACKED_WITH = ['random', 'mda', 'tba', 'wba', 'gba', 'rba'] as const;

/** Makes a release, attacks it as `unveil audit` does, and gives precision, recall and F1 of each attack. */
async function attackPoint({ transactions, source, settings, seed }: PointInput, ports: PointPorts): Promise<PointValue[]> {
  const { release, original } = makeCoatRelease(transactions, settings, seed, ports.nouns);
  const request: AuditRequest = auditRequest.parse({
    release: 'release',
    allowSuppressed: true,
    attacks: [...ATTACKED_WITH],
    ratio: numberSetting(settings, 'ratio'),
    context: { width: numberSetting(settings, 'width') },
    seed,
  });
  const { attacks } = await ports.audit(
    setGeneralised,
    {
      request,
      name: 'experiment',
      given: {
        release: { name: 'release', transactions: located(release) },
        ordered: true,
        original: { name: 'original', transactions: located(original) },
      },
      sources: [await source()],
      embeddings: null,
      identity: () => UNNAMED,
    },
    silentPorts(ports),
  );
  const named = attacks.filter(({ attack }) => ATTACKED_WITH.some((name) => name === attack.name));
  return [
    ...named.flatMap(({ attack, precision, recall, f1 }) => [
      { series: attack.name, measure: 'precision', value: precision },
      { series: attack.name, measure: 'recall', value: recall },
      { series: attack.name, measure: 'f1', value: f1 },
    ]),
    { series: '1 - density', measure: 'precision', value: named[0]?.basePrecision ?? null },
  ];
}

async function* located(transactions: readonly Transaction[]): AsyncGenerator<LocatedTransaction> {
  for (const [at, transaction] of transactions.entries()) {
    if (transaction.items.length > 0) yield { ...transaction, line: at + 1 };
  }
}

/** Milliseconds that each attack takes on one random square table of `size` rows: the best of three. */
function tableTimePoint(settings: PointSettings, seed: string, now: () => number): PointValue[] {
  const size = numberSetting(settings, 'size');
  const random = seeded(seed, 'table', size);
  const table = { rows: size, columns: size, cells: Float64Array.from({ length: size * size }, () => 0.2 + random.unit()) };
  return TABLE_ATTACKS.filter(({ name }) => ATTACKED_WITH.some((each) => each === name)).map((attack) => {
    const times = [0, 1, 2].map(() => {
      const started = now();
      attack.run(table, { seed });
      return now() - started;
    });
    return { series: attack.name, measure: 'milliseconds', value: Math.min(...times) };
  });
}

interface MadeRelease {
  readonly release: readonly Transaction[];
  /** The originals without what was suppressed: those items are in no table. */
  readonly original: readonly Transaction[];
}

/** A COAT release by an experiment's settings `k`, `privacy` and `utility`. Items keep their places, as in the sources. */
export function makeCoatRelease(
  transactions: readonly Transaction[],
  settings: PointSettings,
  seed: string,
  nouns: () => NounGraph,
): MadeRelease {
  const privacy = privacyOf(textSetting(settings, 'privacy'), transactions, seed);
  const utility = utilityOf(textSetting(settings, 'utility'), transactions, privacy, seed, nouns);
  const standsFor = coat(transactions, { k: numberSetting(settings, 'k'), privacy, utility, maxSuppressed: 1 });
  const kept = transactions.map((each) => ({ ...each, items: each.items.filter((item) => standsFor.get(item as string) !== null) }));
  return { release: generalise(kept, standsFor), original: kept };
}

/** `random:SHARE` or `nested:CHAINS:SIZE`. */
function privacyOf(spec: string, transactions: readonly Transaction[], seed: string): readonly PrivacyConstraint[] {
  const [kind, first, second] = spec.split(':');
  if (kind === 'random') return randomItems(transactions, Number(first), seed);
  if (kind === 'nested') return nestedItemsets(transactions, Number(first), seed, [Number(second)]);
  throw new BadInput(`the setting "privacy" is random:SHARE or nested:CHAINS:SIZE`);
}

/** `all`, `wordnet`, or `partners:SHARE`: for each protected item four others, that share of them from its own transactions. */
function utilityOf(
  spec: string,
  transactions: readonly Transaction[],
  privacy: readonly PrivacyConstraint[],
  seed: string,
  nouns: () => NounGraph,
): readonly UtilityConstraint[] {
  const [kind, share] = spec.split(':');
  const index = indexItems(transactions);
  if (kind === 'all') return [index.names];
  if (kind === 'wordnet') return similarItems(index.names, privacy, nouns());
  if (kind !== 'partners') throw new BadInput('the setting "utility" is all, wordnet or partners:SHARE');
  const random = seeded(seed, 'partners');
  const taken = new Set(privacy.flatMap(({ items }) => items));
  const strangers = shuffle(
    index.names.filter((item) => !taken.has(item)),
    random,
  );
  const lists = postings(index);
  return privacy.flatMap(({ items }) =>
    items.map((item) => {
      const holders = lists[index.numberOf.get(item) as number] ?? [];
      const neighbours = [...holders].flatMap((t) => (transactions[t]?.items ?? []) as readonly string[]);
      return [item, ...partners(Number(share), neighbours, strangers, taken, random)];
    }),
  );
}

const PARTNERS = 4;

function partners(share: number, neighbours: string[], strangers: string[], taken: Set<string>, random: Random): string[] {
  const from = shuffle([...neighbours], random);
  return Array.from({ length: PARTNERS }, () => {
    const pool = random.unit() < share ? from : strangers;
    for (let item = pool.pop() ?? strangers.pop(); item !== undefined; item = pool.pop() ?? strangers.pop()) {
      if (taken.has(item)) continue;
      taken.add(item);
      return item;
    }
    return null;
  }).filter((item) => item !== null);
}
