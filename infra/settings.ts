import type { IConstruct } from 'constructs';
import * as z from 'zod';
import { LIVE_SOURCES, PUSHED_SOURCE } from '../shared/contracts/sources.ts';
import { STEP_NAMES } from './step-memory.ts';

const LOG_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731] as const;

const KEY_ARN = /^arn:[a-z-]+:kms:[a-z0-9-]+:\d{12}:key\/[A-Za-z0-9-]+$/;
const TEAM = /^(?!campaigns$|canary$)[a-z][a-z0-9-]{0,30}$/;
/** Longer waits are left to the user. */
export const LONGEST_WAIT_MINUTES = 720;
const ADOPTED = ['inbox', 'work', 'results', 'assets', 'accessLogs', 'scores', 'ledger', 'answers'] as const;
type Adopted = Record<(typeof ADOPTED)[number], z.ZodOptional<z.ZodString>>;

/** `unveil` in the context of cdk.json: everything that an operator may set. Unknown keys are errors. */
const settings = z
  .strictObject({
    /** Part of every physical name, so that an account can have several stacks. */
    stage: z.string().regex(/^[a-z][a-z0-9-]{0,15}$/, 'lower-case letters, digits and hyphens, at most 16, a letter first'),
    /** Deleting the stacks keeps buckets and tables. `false` deletes the data with them. */
    retain: z.boolean(),
    /**
     * Names of buckets and tables of an earlier stack. Deployed with `--import-existing-resources` they become part of this stack, with their content.
     * CloudFormation adopts only resources with a name in the template; without a name it creates new ones.
     */
    adopt: z.strictObject(Object.fromEntries(ADOPTED.map((name) => [name, z.string().min(3).max(255).optional()])) as Adopted).default({}),
    /** Your own key for the data, or an earlier stack's, by ARN. Its policy is yours: docs/operations.md lists the required permissions. */
    keyArn: z.string().regex(KEY_ARN, 'the ARN of a key').nullable().default(null),
    /** Your own tags, on everything that has tags. `unveil`, which the budget uses, is always set. */
    tags: z.record(z.string().regex(/^(?!aws:)(?!unveil$).{1,128}$/, 'a tag, not "unveil" nor "aws:..."'), z.string().max(256)).default({}),
    /** A managed policy as the boundary of every role, where the account requires one. */
    permissionsBoundaryArn: z
      .string()
      .regex(/^arn:[a-z-]+:iam::(\d{12}|aws):policy\/.+$/, 'the ARN of a managed policy')
      .nullable()
      .default(null),
    /**
     * Teams: each drops below `inbox/TEAM/`, names files only there, and has its results below `results/team=TEAM/`. None: one inbox for all. Set them before
     * the first audit: existing data belongs to no team.
     */
    teams: z
      .array(z.string().regex(TEAM, 'lower-case letters, digits and hyphens, at most 31, a letter first, not "campaigns" nor "canary"'))
      .max(50)
      .refine((teams) => new Set(teams).size === teams.length, 'a team stands there twice')
      .default([]),
    /** How long a drop waits for the files that it names: a copied folder may bring audit.json first. */
    waitForFilesMinutes: z.int().min(0).max(LONGEST_WAIT_MINUTES).default(30),
    /** A topic for every end of a drop, for receivers that the event bus does not reach; `AnswersTopic` in the outputs. */
    answersTopic: z.boolean().default(false),
    /** The same for the HMAC key of the score cache. With another key the cache starts empty. */
    macKeyArn: z.string().regex(KEY_ARN, 'the ARN of a key').nullable().default(null),
    /** Live sources that a request may name. Empty: nothing leaves the account. */
    egress: z.array(z.enum(LIVE_SOURCES)),
    /**
     * A foundation model of Amazon Bedrock in this region, which a request may ask by its name: `"languageModel": {"model": "amazon.nova-lite-v1:0"}`. Null: items
     * are sent to none. Profiles across regions (`us.amazon...`) are refused, since they would send items to other regions.
     */
    languageModel: z
      .strictObject({
        model: z
          .string()
          .max(200)
          .regex(
            /^(?!(?:us|us-gov|eu|apac|au|jp|ca|sa|global)\.)[a-z0-9-]+\.[a-z0-9.:-]+$/,
            'the id of a foundation model, such as amazon.nova-lite-v1:0',
          ),
        callsPerSecond: z.number().positive().max(1_000).default(5),
        /** Null: no limit but the service's. */
        callsPerDay: z.int().min(1).nullable().default(null),
      })
      .nullable()
      .default(null),
    /** Contact address for live sources, sent in the User-Agent. Required if `egress` is not empty. */
    contact: z.string().min(3).max(200).nullable().default(null),
    /** Default sources, in order, for requests that name none. Live sources are excluded: a request must ask for them. */
    sources: z.array(z.string().regex(PUSHED_SOURCE, 'a source is wordnet or corpus:NAME')).min(1),
    /** Drops a tiny release every hour; an alarm reports a missing answer. About five dollars a month: audits, and metrics that are then told every hour. */
    canary: z.boolean().default(false),
    alarmEmail: z.email().nullable(),
    monthlyBudgetUsd: z.number().positive(),
    /** Data that one query may scan before Athena cancels it: at $5 per TB, 10 GB are 5 cents. */
    athenaScanGb: z.number().min(0.01).max(1000),
    /** Days until intermediate blobs are deleted; an audit takes minutes. With live sources, which take weeks, a year. */
    workDays: z.int().min(1).max(365),
    /** Days until drops with their answers, and results, are deleted; null: they stay until they are purged. */
    inboxDays: z.int().min(1).max(36_500).nullable().default(null),
    resultsDays: z.int().min(1).max(36_500).nullable().default(null),
    logDays: z.union(LOG_DAYS.map((days) => z.literal(days))),
    /** Concurrent children of one map. A new account runs about 10 functions at once, and two of them may be admitting drops. */
    childConcurrency: z.int().min(1).max(10_000).default(6),
    /** Concurrent functions of the account, which limit what is started; null: read from the service every few minutes. */
    accountConcurrency: z.int().min(8).max(100_000).nullable().default(null),
    /** Audits of one campaign in line at the same time. */
    campaignConcurrency: z.int().min(1).max(1_000).default(1),
    /** Memory of a function in MB, if its default (step-memory.ts) is too small. New accounts allow at most 3,008. */
    memoryMb: z.partialRecord(z.enum(STEP_NAMES), z.int().min(128).max(10_240)).default({}),
    /**
     * Dollars that an audit may spend on keeping the counts of a corpus for other audits although counting is cheaper. 0: they are kept only if looking up is
     * cheaper (docs/adr/global-cache.md).
     */
    keepCountsUsd: z.number().min(0).max(1_000).default(0),
    /** Owner of the score cache's keys: `shared`, or `team`. With `team`, a team finds only its own counts, and pays for each again. */
    cacheKeys: z.enum(['shared', 'team']).default('shared'),
    /** Caps of the score cache in request units a second: they throttle before the bill grows. */
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
  .refine(({ adopt, macKeyArn }) => macKeyArn !== null || (adopt.scores ?? adopt.answers) === undefined, {
    path: ['macKeyArn'],
    message: 'the rows of an earlier score cache and of answers are found under its key alone: name it',
  });

export type Settings = z.output<typeof settings>;

class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** The settings of an app, or a message with every wrong key. */
export function readSettings(scope: IConstruct): Settings {
  const result = settings.safeParse(scope.node.tryGetContext('unveil'));
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message, code, ...rest }) => {
    const keys = code === 'unrecognized_keys' && 'keys' in rest ? [...path, ...(rest.keys as string[])] : path;
    return `  ${['unveil', ...keys].join('.')}: ${message}`;
  });
  throw new SettingsError(`cdk.json, context:\n${lines.join('\n')}`);
}
