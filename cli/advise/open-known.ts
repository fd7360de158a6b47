import { openSource } from '../../shared/adapters/local/open-source.ts';
import { inSimplerForms } from '../../shared/app/audit/score/count-in-simpler-forms.ts';
import { isLocal } from '../../shared/app/fetch/is-local.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import type { Known } from '../../shared/kinds/set-generalised/advise/advising.ts';
import type { HitCounter } from '../../shared/ports/hit-counter.ts';
import { embeddingsOf, labelsOf } from '../audit/inputs.ts';
import { openSources } from '../audit/sources.ts';

/** An attacker of another kind, where the request names others. */
const OTHER = 'wordnet';

interface OpenKnown {
  readonly known: Known;
  readonly other: (Known & { readonly name: string }) | null;
  close(): Promise<void>;
}

/** What the attacker of a request knows, and another one. */
export async function openKnown(request: AuditRequest): Promise<OpenKnown> {
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
