/** MB at which Lambda gives one full processor; with less, a child would wait for its share. */
const ONE_PROCESSOR = 1_769;

/**
 * Lambda's limit for a function in a new account ("Member must have value less than or equal to 3008": aws-lambda-power-tuning #181,
 * aws-samples/serverless-rag-demo #124). It grows with use, and on request up to 10,240 MB.
 */
export const NEW_ACCOUNT_MB = 3_008;

interface StepMemory {
  readonly mb: number;
  /** Its purpose, and the size that it is enough for. */
  readonly carries: string;
}

const whole = (carries: string): StepMemory => ({ mb: NEW_ACCOUNT_MB, carries });
const child = (carries: string): StepMemory => ({ mb: ONE_PROCESSOR, carries });
const small = (mb: number, carries: string): StepMemory => ({ mb, carries });

/** Memory of each function, by its folder; `memoryMb` in the settings overrides it. docs/operations.md has this table. */
export const STEP_MEMORY = {
  'read-release': whole('each distinct item, about 150 bytes: 20 million of them'),
  'spread-rows': child('16 million characters of a part of a release, as rows'),
  'gather-units': whole('a bucket of rows, 4 million characters of the release, or the rows of the largest generalised item'),
  'plan-units': whole('of a release of one part what both before hold; else the list of the units of some buckets'),
  'fetch-counts': child('the distinct terms and pairs that a live source is asked for, about 100 bytes each: 15 million'),
  'score-units': child('a batch: at most 2.5 million cells'),
  'learn-release': whole(
    '300,000 cells of up to 2,048 generalised items, whatever the release, and their practice: 2.7 GB by the formula that is compared before it begins',
  ),
  'attack-units': child('a batch with its scores, and what the fit learned'),
  'measure-slice': whole('a slice: 250,000 cells, or one larger generalised item; and what some slices leave for finishing'),
  'finish-parts': child(
    'a block of the release, 4 million characters, with what was eliminated of 8 of them, and what was found of their people',
  ),
  'measure-release': whole('rare itemsets of the original, about 200 bytes each: 13 million; more than 20 million are not counted at all'),
  'publish-results': whole(
    'of each row of the tables of a release with an original four numbers of 4 bytes, and for a attacks 1 + 4a counts of a byte or two; 1 GB at 4 million rows',
  ),
  'record-rejection': small(256, 'a row of the ledger'),
  'record-status': small(256, 'rows of the ledger, and answers'),
  'take-turn': small(256, 'the line of what runs and waits'),
  'admit-audit': small(1_024, 'the files of an audit, streamed to hash them'),
  'report-campaign': small(512, 'the ends of the audits of a campaign, and their verdicts'),
  'compact-results': small(1_024, 'the audits of one day, as rows of the copy across audits'),
  'drop-canary': small(256, 'four lines'),
  'start-audit': small(1_024, 'the files of a drop, streamed to hash them'),
} as const satisfies Readonly<Record<string, StepMemory>>;

export type StepName = keyof typeof STEP_MEMORY;
export const STEP_NAMES = Object.keys(STEP_MEMORY) as [StepName, ...StepName[]];

export const memoryOf = ({ memoryMb }: { readonly memoryMb: Readonly<Partial<Record<StepName, number>>> }, step: StepName): number =>
  memoryMb[step] ?? STEP_MEMORY[step].mb;
