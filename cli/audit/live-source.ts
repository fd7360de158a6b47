import { join } from 'node:path';
import { privateFolder, userFolders } from '../../bin/user-folders.mjs';
import { cacheSecret } from '../../shared/adapters/local/cache-secret.ts';
import { heard } from '../../shared/adapters/local/interruption.ts';
import { leaseOwner } from '../../shared/adapters/local/lease-owner.ts';
import { SqliteHostPacer } from '../../shared/adapters/local/sqlite-host-pacer.ts';
import { SqliteScoreCache } from '../../shared/adapters/local/sqlite-score-cache.ts';
import { epochOf, liveSource, type Provider, type ProviderSettings } from '../../shared/adapters/providers/provider.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { seeded } from '../../shared/core/random/random.ts';
import type { Notice } from '../../shared/kit/kind.ts';
import { CachedCounter } from '../../shared/pipeline/fetch/cached-counter.ts';
import { type FetchOutcome, type FetchPorts, FRUITLESS_TURNS, fetchCounts } from '../../shared/pipeline/fetch/fetch-counts.ts';
import { egressNotice } from '../../shared/pipeline/fetch/fetch-needed.ts';
import { type Miss, planFetch } from '../../shared/pipeline/fetch/misses.ts';
import { pause } from '../../shared/pipeline/fetch/pause.ts';
import type { CountRequest } from '../../shared/ports/hit-counter.ts';
import type { LiveSource } from '../../shared/ports/live-source.ts';
import type { Terminal } from '../command.ts';
import { askingLine, DryRunDone, duration, FetchStopped, planText } from './fetch-text.ts';

export interface LiveChoices {
  readonly terminal: Terminal;
  /** Say what would leave, and stop. */
  readonly dryRun: boolean;
  /** Sleep until a spent budget is reset, instead of stopping. */
  readonly wait: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The longest parking that is slept through without asking. */
const PATIENCE = 120_000;

export function openLiveSource(provider: Provider, allowed: readonly string[], choices: LiveChoices, last: boolean) {
  const { name, operator } = provider;
  if (!allowed.includes(name)) {
    throw new BadInput(
      `the source "${name}" would send terms of this release to ${operator}: allow it in the request ("egress": {"allow": ["${name}"]}), or name it with --source`,
    );
  }
  const source = liveSource(provider, settingsOf(provider, choices.env), epochOf(Date.now()));
  const folder = privateFolder(userFolders(choices.env).cache);
  const cache = new SqliteScoreCache(join(folder, 'counts.db'));
  const pacer = new SqliteHostPacer(join(folder, 'pace.db'));
  const secret = cacheSecret();
  const now = Math.floor(Date.now() / 1000);
  const owner = leaseOwner();

  const fetch = async (requests: AsyncIterable<CountRequest>): Promise<Notice> => {
    const plan = await planFetch(requests, { source: source.source, secret, cache, now });
    const asked = plan.misses.filter(({ question }) => source.accepts(question));
    if (choices.dryRun) {
      choices.terminal.out.write(planText(plan, asked, source, operator));
      if (last) throw new DryRunDone();
    }
    if (!choices.dryRun && asked.length > 0) choices.terminal.err.write(planText(plan, asked, source, operator));
    const outcome = choices.dryRun ? NOTHING : await askAll(plan.misses, source, choices, { cache, pacer, owner, random: seeded(owner) });
    return egressNotice({ ...plan, ...outcome, unavailable: Object.fromEntries(outcome.unavailable) }, operator);
  };
  return {
    counter: new CachedCounter(source.source, { secret, cache, now }),
    fetch,
    close() {
      cache.close();
      pacer.close();
    },
  };
}

const NOTHING: FetchOutcome = { calls: 0, answered: 0, notExpressible: 0, unavailable: new Map(), remaining: [], resumeAt: null };

/** Asks until all is answered, the user stops it, or the source sends us away for longer than we may wait. */
async function askAll(
  misses: readonly Miss[],
  source: LiveSource,
  { terminal, wait }: LiveChoices,
  ports: Pick<FetchPorts, 'cache' | 'pacer' | 'owner' | 'random'>,
): Promise<FetchOutcome> {
  const stop = new AbortController();
  const interrupt = (): void => {
    heard();
    stop.abort();
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const sleep = (milliseconds: number): Promise<void> => pause(milliseconds, stop.signal);
  const line = askingLine(terminal, source);
  let total = NOTHING;
  let fruitless = 0;
  try {
    for (let open: readonly Miss[] = misses; open.length > 0; open = total.remaining) {
      const outcome = await fetchCounts(open, source, {
        ...ports,
        now: Date.now,
        sleep,
        stop: stop.signal,
        patience: PATIENCE,
        progress: line.draw,
      });
      total = added(total, outcome);
      if (outcome.remaining.length === 0) break;
      if (outcome.calls > 0) fruitless = outcome.answered > 0 ? 0 : fruitless + 1;
      if (fruitless >= FRUITLESS_TURNS) return givenUp(total);
      line.clear();
      if (stop.signal.aborted || outcome.resumeAt === null || !wait)
        throw new FetchStopped(source.source.id, { ...outcome, remaining: outcome.remaining.length });
      terminal.err.write(`${source.source.id}: waiting ${duration(outcome.resumeAt - Date.now())} until its quota is reset\n`);
      await sleep(outcome.resumeAt - Date.now());
    }
    return total;
  } finally {
    line.clear();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

/** Remaining questions count as unavailable. */
const givenUp = (outcome: FetchOutcome): FetchOutcome => ({
  ...outcome,
  unavailable: new Map([...outcome.unavailable, ['given up', outcome.remaining.length]]),
  remaining: [],
});

function added(before: FetchOutcome, after: FetchOutcome): FetchOutcome {
  const unavailable = new Map(before.unavailable);
  for (const [reason, times] of after.unavailable) unavailable.set(reason, (unavailable.get(reason) ?? 0) + times);
  return {
    ...after,
    calls: before.calls + after.calls,
    answered: before.answered + after.answered,
    notExpressible: before.notExpressible + after.notExpressible,
    unavailable,
  };
}

function settingsOf({ name, needsKey }: Provider, env: LiveChoices['env']): ProviderSettings {
  const contact = env['UNVEIL_CONTACT'];
  if (contact === undefined || !/@|:\/\//.test(contact)) {
    throw new BadInput(
      `${name} wants to know whom it can write to when calls go wrong: put a mail address or a page of yours in UNVEIL_CONTACT`,
    );
  }
  const suffix = name.toUpperCase();
  const key = env[`UNVEIL_KEY_${suffix}`];
  if (needsKey && key === undefined) throw new BadInput(`${name} needs a key of yours in UNVEIL_KEY_${suffix}`);
  const baseUrl = env[`UNVEIL_URL_${suffix}`];
  return { contact, ...(key === undefined ? {} : { key }), ...(baseUrl === undefined ? {} : { baseUrl }) };
}
