import { openSource } from '../../shared/adapters/local/open-source.ts';
import { type Entry, isGeneralised } from '../../shared/core/model/transaction.ts';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { auditRelease, type Knowledge, type KnownRelease } from '../audit-release.ts';
import { clinic } from './clinic.ts';
import type { MakeSection } from './section.ts';

/** Seeds, and orders at each. */
const SEEDS = 20;
const ORDERS = 1;

interface Recall {
  readonly recall: number;
  readonly low: number;
  readonly high: number;
}

/** Lines and brackets in other orders, and other seeds: the order must change nothing, the seed no more than the interval says. */
export const order: MakeSection = async (say) => {
  const wordnet = await openSource('wordnet');
  const known = clinic();
  const knowledge: Knowledge = { sources: [wordnet], embeddings: null };
  let moved = 0;
  const bySeed: Recall[] = [];
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const own = await recallOf(known, knowledge, `seed ${seed}`);
    bySeed.push(own);
    for (let turn = 0; turn < ORDERS; turn += 1) {
      const other = await recallOf(permuted(known, `${seed} ${turn}`), knowledge, `seed ${seed}`);
      if (JSON.stringify(other) !== JSON.stringify(own)) moved += 1;
    }
    say(`seed ${seed}: recall ${own.recall.toFixed(3)}`);
  }
  await wordnet.close();
  const [held, pairs] = agreement(bySeed);
  const recalls = bySeed.map(({ recall }) => recall);
  return {
    title: 'Order and seed',
    note: `Recall of \`calibrated-precise\` at 0.90 over ${SEEDS} seeds, and at each under another order of lines and of members in their brackets. A pair of seeds agrees where each recall lies in the interval that is stated beside the other.`,
    header: ['release', 'least recall', 'greatest', 'mean width of the interval', 'pairs of seeds that agree'],
    rows: [
      [
        'examples/clinic',
        Math.min(...recalls).toFixed(3),
        Math.max(...recalls).toFixed(3),
        (bySeed.reduce((total, { low, high }) => total + high - low, 0) / bySeed.length).toFixed(3),
        `${held} of ${pairs}`,
      ],
    ],
    bars: [
      { what: 'orders that change a figure', figure: `${moved} of ${SEEDS * ORDERS}`, bar: 'none', met: moved === 0 },
      {
        what: 'pairs of seeds within the stated interval',
        figure: `${held} of ${pairs}`,
        bar: 'at least 95 in 100',
        met: held >= 0.95 * pairs,
      },
    ],
  };
};

function agreement(recalls: readonly Recall[]): [held: number, pairs: number] {
  let [held, pairs] = [0, 0];
  for (const [at, one] of recalls.entries()) {
    for (const [place, { recall }] of recalls.entries()) {
      if (place === at) continue;
      pairs += 1;
      if (recall >= one.low && recall <= one.high) held += 1;
    }
  }
  return [held, pairs];
}

async function recallOf(known: KnownRelease, knowledge: Knowledge, seed: string): Promise<Recall> {
  const { attacks } = await auditRelease(known, knowledge, { seed, attacks: ['calibrated-precise'] });
  const { recall, intervals } = attacks[0];
  return { recall: recall ?? 0, low: intervals.recall?.low ?? 0, high: intervals.recall?.high ?? 1 };
}

/** Lines, and the members of each bracket, in another order. */
function permuted({ release, original }: KnownRelease, seed: string): KnownRelease {
  const random = seeded('permuted', seed);
  const inside = (entry: Entry): Entry => (isGeneralised(entry) ? shuffle([...entry], random) : entry);
  const lines = shuffle([...release.keys()], random);
  return {
    release: lines.map((at) => release[at].map(inside)),
    original: lines.map((at) => original[at]),
  };
}
