import { openSource } from '../../shared/adapters/local/open-source.ts';
import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { type LiveFetch, mustBeAskable } from '../../shared/pipeline/fetch/fetch-needed.ts';
import type { HitCounter } from '../../shared/ports/hit-counter.ts';
import type { LiveChoices } from './live-source.ts';

/** Opens what the request names, in its order of preference. A live source's counter reads what its fetch has put in the cache. */
export async function openSources(request: AuditRequest, choices: LiveChoices) {
  mustBeAskable(request);
  const { sources, egress } = request;
  const counters: HitCounter[] = [];
  const live: LiveFetch[] = [];
  const closing: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const each of closing) await each();
  };
  // A language model is asked after all sources, and a dry run ends there.
  const lastLive = request.languageModel === undefined ? sources.findLastIndex((name) => PROVIDERS.has(name)) : -1;
  try {
    for (const [position, name] of sources.entries()) {
      const provider = PROVIDERS.get(name);
      if (provider === undefined) {
        const opened = await openSource(name);
        counters.push(opened);
        closing.push(() => opened.close());
        continue;
      }
      // Loaded only here, with its stores and its client: most audits have no live source.
      const { openLiveSource } = await import('./live-source.ts');
      const opened = openLiveSource(provider, egress.allow, choices, position === lastLive);
      counters.push(opened.counter);
      live.push({ position, fetch: opened.fetch });
      closing.push(async () => opened.close());
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { counters, live, close };
}
