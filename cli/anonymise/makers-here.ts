import { resolve } from 'node:path';
import { openSource } from '../../shared/adapters/local/open-source.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { isNamedSource } from '../../shared/contracts/sources.ts';
import type { MakeReaders, OpenKnown, Readers } from '../../shared/kit/offers.ts';
import { inSimplerForms, isLocal } from '../../shared/kit/score/count-in-simpler-forms.ts';
import type { HitCounter } from '../../shared/ports/hit-counter.ts';
import { embeddingsOf, labelsOf } from '../audit/inputs.ts';
import { openSources } from '../audit/sources.ts';
import type { Terminal } from '../command.ts';
import { terminalProgress } from '../progress.ts';
import { readersHere } from '../readers.ts';

/** How kinds make releases on this machine. */
export const makersHere = (terminal: Terminal, encoding: string | undefined, note?: Readers['note']): MakeReaders => ({
  ...readersHere(encoding, note),
  progress: terminalProgress(terminal),
  known: openKnown,
  placed: (source) => (isNamedSource(source) ? source : resolve(source)),
});

/** An attacker of another kind, where the request names others. */
const OTHER = 'wordnet';

/** Knowledge of the request's attacker, and of a second one. */
async function openKnown(request: AuditRequest): Promise<OpenKnown> {
  const silent = { terminal: { out: { write: () => {} }, err: { write: () => {} } }, dryRun: false, wait: false, env: process.env };
  const sources = await openSources(request, silent);
  const embeddings = await embeddingsOf(request);
  const labels = await labelsOf(request);
  const others = request.sources.includes(OTHER) ? [] : [await openSource(OTHER)];
  return {
    known: { sources: askable(sources.counters), embeddings, labels },
    other: others.length === 0 ? null : { name: `${OTHER} alone`, sources: askable(others), embeddings: null, labels },
    async close() {
      for (const each of others) await each.close();
      await sources.close();
      embeddings?.close();
    },
  };
}

/** As the calibrated attack asks them. */
const askable = (counters: readonly HitCounter[]): HitCounter[] =>
  counters.filter(isLocal).map((counter) => inSimplerForms(counter.backedOff ?? counter));
