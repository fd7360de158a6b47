import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddings } from '../../shared/adapters/local/embeddings/open-embeddings.ts';
import type { Expected, Range } from '../../shared/kinds/set-generalised/core/calibrated/outlook.ts';
import type { PracticeVerdict } from '../../shared/kinds/set-generalised/core/calibrated/practice-verdict.ts';
import { embedItems } from '../../shared/kit/score/embed-items.ts';
import { auditRelease, type Knowledge } from '../audit-release.ts';
import { openBenchCorpus } from '../calibrated/corpora.ts';
import { documentsOf } from '../calibrated/documents.ts';
import type { MakeSection } from './section.ts';
import { SHIFTS, type Shift, shiftedRelease } from './shifted-release.ts';

const DATA = process.env['UNVEIL_DATA'] ?? '../shared/data';
/** Names the draw of texts and of what is generalised: another one is another trial. */
const SEED = process.env['UNVEIL_SEED'] ?? 'believe';
const ASKED = 0.9;
const SIZE = { documents: 350, k: 4, groups: 50 };
/** Releases of each shift. */
const EACH = 5;

interface Trial {
  readonly shift: Shift;
  readonly text: string;
  readonly promised: boolean;
  readonly area: number | null;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly expected: Expected;
  readonly range: Range;
  readonly eliminated: number;
}

/** Promised and reached precision on releases whose sensitive items differ from single items in several ways. */
export const shifts: MakeSection = async (say) => {
  const names = existsSync(join(DATA, 'texts')) ? readdirSync(join(DATA, 'texts')).map((file) => file.replace(/\.jsonl(\.zst)?$/, '')) : [];
  const embeddings = await openEmbeddings();
  const paths =
    names.length === 0
      ? []
      : readdirSync(join(DATA, 'corpora'))
          .toSorted()
          .map((file) => join(DATA, 'corpora', file));
  const opened = await Promise.all(paths.map((path) => openBenchCorpus(path)));
  const knowledge: Knowledge = { sources: opened, embeddings };
  const trials: Trial[] = [];
  for (let turn = 0; turn < EACH && names.length > 0; turn += 1) {
    const text = names[turn % names.length];
    const seed = `${SEED} ${turn}`;
    const documents = await documentsOf(DATA, text, SIZE.documents, seed);
    const items = [...new Set(documents.flat())];
    const vectors = await embedItems(items, embeddings);
    const place = new Map(items.map((item, at) => [item, at]));
    const counts = await countsOf(knowledge, items);
    for (const shift of SHIFTS) {
      const wish = { shift, seed, k: SIZE.k, groups: SIZE.groups };
      const known = shiftedRelease(documents, wish, {
        vectorOf: (item) => vectors[place.get(item) as number] ?? null,
        countOf: (item) => counts.get(item) ?? 0,
      });
      const { attacks } = await auditRelease(known, knowledge, { attacks: ['calibrated-precise'], precision: ASKED });
      const found = attacks.find(({ attack }) => attack.name === 'calibrated-precise');
      const details = found?.details as { practice: PracticeVerdict; expected: Expected; range: Range } | null | undefined;
      if (found === undefined || details?.practice === undefined) {
        say(`${shift}, ${text}: ${found?.reason ?? 'not run'}`);
        continue;
      }
      const { practice, expected, range } = details;
      const { precision, recall, tally } = found;
      trials.push({
        shift,
        text,
        promised: practice.cannotPromise === null,
        area: practice.area,
        precision,
        recall,
        expected,
        range,
        eliminated: tally.eliminated,
      });
      say(
        `${shift}, ${text}: promised ${practice.cannotPromise ?? 'yes'}, area ${shown(practice.area)}, precision ${shown(precision)} (${shown(expected.precision)}), recall ${shown(recall)} (${shown(expected.recall)}; ${shown(range.recall?.low)} to ${shown(range.recall?.high)})`,
      );
    }
  }
  await Promise.all(opened.map((source) => source.close()));
  return sectionOf(trials);
};

async function countsOf({ sources }: Knowledge, items: readonly string[]): Promise<Map<string, number>> {
  const [source] = sources;
  if (source === undefined) return new Map();
  const { terms } = await source.countAll({ terms: items, pairs: new Uint32Array() });
  return new Map(items.map((item, at) => [item, terms[at]]));
}

const missed = ({ precision }: Trial): boolean => precision !== null && precision < ASKED;
const outside = ({ recall, range }: Trial): boolean =>
  recall !== null && range.recall !== null && (recall < range.recall.low || recall > range.recall.high);
/** Expected less what came true. */
const over =
  (of: keyof Expected) =>
  (trial: Trial): number[] => {
    const [expected, real] = [trial.expected[of], trial[of]];
    return expected === null || real === null ? [] : [expected - real];
  };
const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
const shown = (value: number | null | undefined): string => (value == null || Number.isNaN(value) ? '' : value.toFixed(3));

function sectionOf(trials: readonly Trial[]) {
  const promised = trials.filter((trial) => trial.promised);
  const broken = promised.filter(missed).length;
  const held = trials.filter((trial) => !outside(trial)).length;
  const rows = SHIFTS.map((shift) => {
    const own = trials.filter((trial) => trial.shift === shift);
    const vowed = own.filter((trial) => trial.promised);
    return [
      shift,
      String(own.length),
      shown(mean(own.flatMap(({ area }) => area ?? []))),
      String(vowed.length),
      String(vowed.filter(missed).length),
      String(own.filter(missed).length),
      shown(mean(own.flatMap(({ precision }) => precision ?? []))),
      shown(mean(own.flatMap(over('precision')))),
      shown(mean(own.flatMap(({ recall }) => recall ?? []))),
      shown(mean(own.flatMap(over('recall')))),
      `${own.filter((trial) => !outside(trial)).length} of ${own.length}`,
    ];
  });
  return {
    title: 'Shifts',
    note: `${trials.length} releases of ${SIZE.documents} texts with ${SIZE.groups} generalised items, k = ${SIZE.k}, audited with two corpora and word vectors: their sensitive items are as those published alone (\`plain\`) or differ in one way: partners from one transaction (\`dense\`), three topics only, phrases, partners alike in meaning, vague words, rarer or commoner than all others. \`calibrated-precise\` decides at ${ASKED}. Area: how often a held-out classifier tells a table of the release from one of practice.`,
    header: [
      'sensitive items',
      'releases',
      'mean area',
      'promised',
      'promised and missed',
      'missed, promised or not',
      'mean precision',
      'expected less real',
      'mean recall',
      'expected less real',
      'recall in its range',
    ],
    rows,
    bars: [
      {
        what: 'asked precision promised and missed',
        figure: `${broken} of ${promised.length}`,
        bar: 'at most 6 of 40',
        met: broken <= 0.15 * trials.length,
      },
      {
        what: 'recall in the range that is stated',
        figure: `${held} of ${trials.length}`,
        bar: 'at least 36 of 40',
        met: held >= 0.9 * trials.length,
      },
    ],
  };
}
