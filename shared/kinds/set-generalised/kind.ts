import { BadInput } from '../../core/model/bad-input.ts';
import { readJson, writeJson } from '../../kit/blobs/json-lines.ts';
import type { Files, Kind } from '../../kit/kind.ts';
import { readOpened, readOriginal } from '../../kit/read/read-release.ts';
import { attackSet } from './attack/attack-set.ts';
import { BLOBS, READ } from './blobs.ts';
import { isStudied } from './learn/calibrated/study.ts';
import { gatherGroups } from './plan/gather-groups.ts';
import { joinGroups } from './plan/plan-groups.ts';
import { contextRule, type GivenTransactions, readInto } from './plan/prepare-audit.ts';
import { sizeOf } from './plan/size.ts';
import { spreadRows } from './plan/spread-rows.ts';
import type { SetGeneralisedOutcome } from './publish/finish-audit.ts';
import { machineSummary, summaryText } from './publish/summary.ts';
import { bucketCount, partCount } from './read/store-release.ts';
import { PREPARED_KEY, READ_KEY, setGeneralisedSteps, skipLearning } from './steps.ts';
import { GENERALISED_ITEMS } from './words.ts';

/** Reading, planning, scoring, attacking, measuring, protections and writing; with attacks that learn, learning as well. */
const STEPS = 7;

/** Transactions of items, some in the place of a set that they were generalised to: `cough, (gout, ulcer), rash`. A unit is one such set. */
export const setGeneralised: Kind<GivenTransactions, SetGeneralisedOutcome> = {
  name: 'set-generalised',
  units: GENERALISED_ITEMS,
  blobs: BLOBS,
  validate: (request) => void attackSet(request, {}),
  progressSteps: (request) => STEPS + (attackSet(request, {}).release.length > 0 ? 1 : 0),
  open,
  async read({ release, ordered, original }, { work, request, labels, progress }) {
    const summary = await readInto({ request, release, original, ordered, labels }, work, progress);
    await writeJson(work, READ_KEY, { release: summary, ordered });
    return { transactions: summary.transactions };
  },
  cut: {
    async count({ work }) {
      const { release } = await readJson(work, READ_KEY, READ);
      return { parts: partCount(release), buckets: bucketCount(release) };
    },
    async spread({ work, request }, parts) {
      const { release, ordered } = await readJson(work, READ_KEY, READ);
      const context = contextRule(request, release, ordered);
      for (const part of parts) await spreadRows(work, release, context, request.seed, part);
    },
    async gather({ work, request }, buckets) {
      await gatherGroups(work, (await readJson(work, READ_KEY, READ)).release, request.seed, buckets);
    },
  },
  async plan(audit) {
    const { work, request } = audit;
    const { release, ordered } = await readJson(work, READ_KEY, READ);
    const context = contextRule(request, release, ordered);
    const plan = await joinGroups(work, release);
    await writeJson(work, PREPARED_KEY, { release, context, plan });
    const learns = attackSet(request, {}).release.length > 0 && !(await skipLearning(plan, audit));
    return { asks: true, scores: true, learns, measuresRelease: false, nouns: false, learnsFromPart: isStudied(release) };
  },
  steps: setGeneralisedSteps,
  size: ({ release }) => sizeOf(release),
  summary: summaryText,
  machineSummary,
};

async function open({ release, original, reading }: Files): Promise<GivenTransactions> {
  const opened = readOpened(release, reading);
  if (opened.kind !== 'transactions') throw new BadInput('this holds no transactions', { file: release.name });
  const { transactions, warnings, facts } = opened;
  return {
    release: { name: release.name, transactions, warnings },
    ordered: facts.ordered,
    original: original === null ? null : { name: original.name, ...(await readOriginal(original, reading)) },
  };
}
