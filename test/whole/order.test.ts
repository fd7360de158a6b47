import { auditRequest } from '../../shared/contracts/audit-request.ts';
import { type Entry, isGeneralised, type LocatedTransaction } from '../../shared/core/model/transaction.ts';
import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';
import { codeRecords } from '../../shared/kinds/disassociated/core/disassociate/coded-records.ts';
import { disassociate } from '../../shared/kinds/disassociated/core/disassociate/disassociate.ts';
import type { Chunk, DisassociatedRelease } from '../../shared/kinds/disassociated/core/model.ts';
import { disassociated } from '../../shared/kinds/disassociated/kind.ts';
import { runAudit } from '../../shared/pipeline/audit/run-audit.ts';
import { auditInMemory, IDENTITY, memoryPorts, rowsOf } from '../helpers/audits.ts';
import { calibratedOver } from '../helpers/calibrated-release.ts';
import { countsOver } from '../helpers/counts-over.ts';
import { randomRecords } from '../helpers/disassociation-data.ts';

// Order must not matter: lines, members inside brackets, and unordered items.

const ALL = [
  'calibrated',
  'calibrated-precise',
  'frequency-only',
  'context-only',
  'without-order',
  'rba-normalised',
  'rba',
  'gba-normalised',
  'gba',
  'wba',
  'tba',
  'mda',
];

interface Dataset {
  readonly release: readonly (readonly Entry[])[];
  readonly original: readonly (readonly string[])[];
}

/** Lines, and the members of each generalised item line by line, in another order; items too where `items` says so. */
function permuted({ release, original }: Dataset, random: Random, items: boolean): Dataset {
  const order = shuffle([...release.keys()], random);
  const inside = (entry: Entry): Entry => (isGeneralised(entry) ? shuffle([...entry], random) : entry);
  const line = (at: number): Entry[] => {
    const entries = release[at].map(inside);
    return items ? shuffle(entries, random) : entries;
  };
  return { release: order.map(line), original: order.map((at) => original[at]) };
}

/** Result of each attack for each item; transactions by content, since lines have moved. */
async function decided(data: Dataset, context: 'nearest' | 'all') {
  const { embeddings } = DATA;
  const results = await auditInMemory({
    ...data,
    source: SOURCE,
    embeddings,
    request: { attacks: ALL, context: { select: context }, claim: { k: 4, m: 2 } },
  });
  const named = (row: Record<string, unknown>): string => {
    const { attack, transaction, item, decided, confidence, why, distance, correct } = row;
    const held = data.original[(transaction as number) - 1].toSorted().join();
    return JSON.stringify([attack, held, item, decided, confidence, why, distance, correct]);
  };
  const figures = rowsOf(results, 'attacks').map(({ attack, precision, recall, matched_precision, random_recall, details }) =>
    JSON.stringify([attack, precision, recall, matched_precision, random_recall, details]),
  );
  return { decisions: rowsOf(results, 'decisions').map(named).toSorted(), figures };
}

const DATA = calibratedOver('order');
const words = [...new Set(DATA.original.flat())];
const pick = seeded('order documents');
/** Documents of few words about a few of the items: many pairs are as far apart as others, so that ties are frequent. */
const SOURCE = countsOver(Array.from({ length: 200 }, () => Array.from({ length: 12 }, () => words[pick.below(words.length)]).join(' ')));

test.each([
  ['lines and members, where the order of items counts', 'nearest', false],
  ['lines, members and items, where it does not', 'all', true],
] as const)('no attack decides otherwise for the order of %s', async (_, context, items) => {
  const [given, other] = await Promise.all([decided(DATA, context), decided(permuted(DATA, seeded('permuted', context), items), context)]);
  expect(given.decisions.length).toBeGreaterThan(1000);
  expect(new Set(given.decisions.map((text) => JSON.parse(text)[0])).size).toBe(ALL.length - 3);
  expect(other).toEqual(given);
});

/** 150 baskets of 14 kinds: what a kind publishes is the same line, whatever its baskets held. */
function repeated(): Dataset {
  const random = seeded('repeated baskets');
  const kinds = Array.from({ length: 14 }, (_, kind) => ({
    alone: shuffle([...words.slice(0, 24)], random).slice(0, 2 + (kind % 3)),
    set: words.slice(30 + 4 * (kind % 5), 34 + 4 * (kind % 5)),
  }));
  const baskets = Array.from({ length: 150 }, () => kinds[random.below(kinds.length)]);
  return {
    release: baskets.map(({ alone, set }) => [...alone, set]),
    original: baskets.map(({ alone, set }) => [...alone, ...shuffle([...set], random).slice(0, 1 + random.below(2))]),
  };
}

/** By what a line publishes: lines that publish the same cannot be told apart. */
async function decidedByLine({ release, original }: Dataset) {
  const results = await auditInMemory({
    release,
    original,
    source: SOURCE,
    embeddings: DATA.embeddings,
    request: { attacks: ['calibrated', 'gba-normalised', 'wba'], context: { select: 'all' }, claim: { k: 4, m: 2 } },
  });
  const lines = release.map((items) => JSON.stringify(items.map((entry) => (isGeneralised(entry) ? entry.toSorted() : entry)).toSorted()));
  const decisions = rowsOf(results, 'decisions').map(({ attack, transaction, item, decided, confidence, why, distance }) =>
    JSON.stringify([attack, lines[(transaction as number) - 1], item, decided, confidence, why, distance]),
  );
  const figures = rowsOf(results, 'attacks').map(({ attack, precision, precision_low, precision_high }) => ({
    attack,
    precision: precision as number | null,
    low: precision_low as number | null,
    high: precision_high as number | null,
  }));
  return { decisions: decisions.toSorted(), figures };
}

test('lines that publish the same are decided alike as a whole; which original a decision meets is chance that the interval bears', async () => {
  const data = repeated();
  const [given, other] = await Promise.all([data, permuted(data, seeded('permuted lines'), true)].map(decidedByLine));
  expect(new Set(data.release.map(String)).size).toBe(14);
  expect(given?.decisions.length).toBeGreaterThan(1000);
  expect(other?.decisions).toEqual(given?.decisions);
  const stated = (given?.figures ?? []).flatMap((figure, at) => {
    const { precision, low, high } = figure;
    const elsewhere = other?.figures[at]?.precision;
    return precision === null || low === null || high === null || elsewhere == null ? [] : [{ ...figure, low, high, elsewhere }];
  });
  expect(stated.length).toBeGreaterThanOrEqual(4);
  expect(stated.filter(({ elsewhere, low, high }) => elsewhere < low || elsewhere > high)).toEqual([]);
});

/** Three members whose distances are the same, so that nothing but their order could tell them apart. */
test.each(['first', 'last'] as const)('the true member %s in its brackets tells an attack nothing', async (where) => {
  const members = ['mumps', 'gout', 'angina'];
  const held = Array.from({ length: 60 }, (_, at) => members[at % 3]);
  const release = held.map((item, at): Entry[] => {
    const others = members.filter((member) => member !== item);
    return [`visit${at % 4}`, where === 'first' ? [item, ...others] : [...others, item], `ward${at % 5}`];
  });
  const original = held.map((item, at) => [`visit${at % 4}`, item, `ward${at % 5}`]);
  const source = countsOver(members.map((member) => `${member} visit0 visit1 visit2 visit3 ward0 ward1 ward2 ward3 ward4`));
  const data = { release, original, source, request: { attacks: ['rba', 'gba', 'wba', 'tba', 'mda'] } };
  const swapped = release.map((items) => items.map((entry) => (isGeneralised(entry) ? entry.toReversed() : entry)));
  const [given, other] = await Promise.all([auditInMemory(data), auditInMemory({ ...data, release: swapped })]);
  expect(given.outcome.attacks.some(({ attack, tally }) => !attack.baseline && tally.eliminated > 0)).toBe(true);
  expect(rowsOf(other, 'decisions')).toEqual(rowsOf(given, 'decisions'));
});

describe('a disassociated release', () => {
  const random = seeded('order of sub-records');
  const records = randomRecords(random, { records: 120, terms: 14, longest: 5 });
  const made = disassociate(codeRecords(records), { k: 3, m: 2, maxCluster: 12 });
  const source = countsOver(randomRecords(random, { records: 60, terms: 14, longest: 4 }).map((items) => items.join(' ')));

  const audited = async (release: DisassociatedRelease, order: readonly number[]) => {
    async function* original(): AsyncGenerator<LocatedTransaction> {
      for (const [line, at] of order.entries()) yield { items: records[at], line: line + 1, cluster: made.clusterOf[at] };
    }
    const { ports, files } = memoryPorts();
    await runAudit(
      disassociated,
      {
        request: auditRequest.parse({ release: 'release.json', claim: { k: 3, m: 2 } }),
        name: 'test',
        given: {
          parsed: { release, warnings: [] },
          original: { name: 'original', transactions: original() },
        },
        sources: [source],
        embeddings: null,
        nouns: () => ['t1', 't2'],
        identity: () => IDENTITY,
      },
      ports,
    );
    return files();
  };

  test('gives the same bytes whatever the order of sub-records, of items in them, of terms and of the original', async () => {
    const inside = (chunk: Chunk): Chunk => shuffle([...chunk, []], random).map((items) => shuffle([...items], random));
    const other = {
      ...made.release,
      clusters: made.release.clusters.map((cluster) => ({
        ...cluster,
        recordChunks: cluster.recordChunks.map((chunk) =>
          chunk.length < cluster.size ? inside(chunk) : inside(chunk).filter((each) => each.length > 0),
        ),
        termChunk: shuffle([...cluster.termChunk], random),
      })),
    };
    const order = Array.from(records.keys());
    const given = await audited(made.release, order);
    expect(given['placements.jsonl']?.split('\n').length).toBeGreaterThan(200);
    expect(await audited(other, shuffle([...order], random))).toEqual(given);
  });
});
