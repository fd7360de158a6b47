import type { IConstruct } from 'constructs';
import * as z from 'zod';
import { LIVE_SOURCES, PUSHED_SOURCE } from '../shared/contracts/sources.ts';
import { STEP_NAMES } from './step-memory.ts';

const LOG_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731] as const;

const KEY_ARN = /^arn:[a-z-]+:kms:[a-z0-9-]+:\d{12}:key\/[A-Za-z0-9-]+$/;
const TEAM = /^(?!campaigns$|canary$)[a-z][a-z0-9-]{0,30}$/;
/** A copy that takes longer than half a day is one to wait for by oneself. */
export const LONGEST_WAIT_MINUTES = 720;
const ADOPTED = ['inbox', 'work', 'results', 'assets', 'accessLogs', 'scores', 'ledger'] as const;
type Adopted = Record<(typeof ADOPTED)[number], z.ZodOptional<z.ZodString>>;

/** `unveil` in the context of cdk.json: everything that an operator may decide. Unknown keys are errors. */
const settings = z
  .strictObject({
    /** Part of every physical name: several stacks can stand in one account. */
    stage: z.string().regex(/^[a-z][a-z0-9-]{0,15}$/, 'lower-case letters, digits and hyphens, at most 16, a letter first'),
    /** Deleting the stacks keeps buckets and tables. `false` deletes the data with them. */
    retain: z.boolean(),
    /**
     * Buckets and tables that an earlier stack left, by their names: deployed with `--import-existing-resources` they are this stack's, with
     * all that is in them. CloudFormation adopts what a template names itself; without a name it makes a new one.
     */
    adopt: z.strictObject(Object.fromEntries(ADOPTED.map((name) => [name, z.string().min(3).max(255).optional()])) as Adopted).default({}),
    /** A key of your own for the data, or that of an earlier stack, by ARN. Its policy is yours: docs/operations.md says what it must allow. */
    keyArn: z.string().regex(KEY_ARN, 'the ARN of a key').nullable().default(null),
    /** Tags of your own, on everything that takes tags; `unveil`, by which the budget counts, is there anyway. */
    tags: z.record(z.string().regex(/^(?!aws:)(?!unveil$).{1,128}$/, 'a tag, not "unveil" nor "aws:..."'), z.string().max(256)).default({}),
    /** A managed policy that bounds every role of the stacks, where the account asks for one. */
    permissionsBoundaryArn: z
      .string()
      .regex(/^arn:[a-z-]+:iam::(\d{12}|aws):policy\/.+$/, 'the ARN of a managed policy')
      .nullable()
      .default(null),
    /**
     * Teams: each drops below `inbox/TEAM/`, names files there only, and has its results below `results/team=TEAM/`. None: one inbox for all.
     * Name them before the first audit: what is there already is of no team.
     */
    teams: z
      .array(z.string().regex(TEAM, 'lower-case letters, digits and hyphens, at most 31, a letter first, not "campaigns" nor "canary"'))
      .max(50)
      .refine((teams) => new Set(teams).size === teams.length, 'a team stands there twice')
      .default([]),
    /** How long a drop waits for the files that it names: a copy of a folder may bring audit.json first. */
    waitForFilesMinutes: z.int().min(0).max(LONGEST_WAIT_MINUTES).default(30),
    /** A topic that hears of every end of a drop, for whom the event bus does not reach; `AnswersTopic` of the outputs. */
    answersTopic: z.boolean().default(false),
    /** The same for the HMAC key of the score cache: another one, and the cache is cold. */
    macKeyArn: z.string().regex(KEY_ARN, 'the ARN of a key').nullable().default(null),
    /** Live sources that a request may name. Empty: nothing leaves the account. */
    egress: z.array(z.enum(LIVE_SOURCES)),
    /** Whom a live source can write to: it stands in the User-Agent. Needed as soon as `egress` names one. */
    contact: z.string().min(3).max(200).nullable().default(null),
    /** The default order of sources, for requests that name none. A live source is none: terms leave only for a request that says so. */
    sources: z.array(z.string().regex(PUSHED_SOURCE, 'a source is wordnet or corpus:NAME')).min(1),
    /** Once an hour a tiny release is dropped, and an alarm says when it is not answered: some two dollars a month. */
    canary: z.boolean().default(false),
    alarmEmail: z.email().nullable(),
    monthlyBudgetUsd: z.number().positive(),
    /** What one query may scan before Athena cancels it: at $5 per TB, 10 GB are 5 cents. */
    athenaScanGb: z.number().min(0.01).max(1000),
    /** Intermediate blobs are deleted after so many days; an audit takes minutes. Where live sources are allowed, which take weeks, after a year. */
    workDays: z.int().min(1).max(365),
    /** Drops and their answers are deleted after so many days, and results after so many; null: they stay until they are purged. */
    inboxDays: z.int().min(1).max(36_500).nullable().default(null),
    resultsDays: z.int().min(1).max(36_500).nullable().default(null),
    logDays: z.union(LOG_DAYS.map((days) => z.literal(days))),
    /** Children of one map at once. A new account runs about 10 functions at once, and two of them may be admitting drops. */
    childConcurrency: z.int().min(1).max(10_000).default(6),
    /** Functions that the account runs at once, which bounds what is started; null: the service is asked every few minutes. */
    accountConcurrency: z.int().min(8).max(100_000).nullable().default(null),
    /** Audits of one campaign that stand in line at once. */
    campaignConcurrency: z.int().min(1).max(1_000).default(1),
    /** Memory of a function, in MB, where its default (step-memory.ts) is not enough. More than 3,008 takes an account that is not new. */
    memoryMb: z.partialRecord(z.enum(STEP_NAMES), z.int().min(128).max(10_240)).default({}),
    /**
     * What an audit may spend on keeping the counts of a corpus for other audits where counting is cheaper, in dollars. 0: they are kept only
     * where looking up is cheaper (docs/adr/global-cache.md).
     */
    keepCountsUsd: z.number().min(0).max(1_000).default(0),
    /**
     * Whose the keys of the score cache are: `shared`, or `team`: a team then finds what it asked itself and nothing that another did, and pays
     * for each count again.
     */
    cacheKeys: z.enum(['shared', 'team']).default('shared'),
    /** Caps of the score cache, in request units a second: what throttles before the bill does. */
    scoreReadUnits: z.int().min(1),
    scoreWriteUnits: z.int().min(1),
  })
  .refine(({ egress, contact }) => egress.length === 0 || contact !== null, {
    path: ['contact'],
    message: 'live sources want to know whom they can write to',
  })
  .refine(({ adopt, keyArn }) => keyArn !== null || Object.keys(adopt).length === 0, {
    path: ['keyArn'],
    message: 'what an earlier stack left is readable under its key alone: name it',
  })
  .refine(({ adopt, macKeyArn }) => macKeyArn !== null || adopt.scores === undefined, {
    path: ['macKeyArn'],
    message: 'the rows of an earlier score cache are found under its key alone: name it',
  });

export type Settings = z.output<typeof settings>;

class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** The settings of an app, or a message with every key that is wrong. */
export function readSettings(scope: IConstruct): Settings {
  const result = settings.safeParse(scope.node.tryGetContext('unveil'));
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message, code, ...rest }) => {
    const keys = code === 'unrecognized_keys' && 'keys' in rest ? [...path, ...(rest.keys as string[])] : path;
    return `  ${['unveil', ...keys].join('.')}: ${message}`;
  });
  throw new SettingsError(`cdk.json, context:\n${lines.join('\n')}`);
}
