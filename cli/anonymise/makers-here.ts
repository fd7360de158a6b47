import { resolve } from 'node:path';
import { corpusNames } from '../../shared/adapters/local/corpus-store.ts';
import { vectorFolder } from '../../shared/adapters/local/embeddings/vector-package.ts';
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

/** Sources of attackers that nobody asked for, at most: each costs as much as an attack by the request's own. */
const MOST_OTHERS = 4;

/** WordNet and the user's corpora, those that the request does not name. */
const othersThan = ({ sources }: AuditRequest): string[] =>
  ['wordnet', ...corpusNames().map((name) => `corpus:${name}`)].filter((name) => !sources.includes(name)).slice(0, MOST_OTHERS);

/** Knowledge of the request's attacker, and of whatever else is on this machine. */
async function openKnown(request: AuditRequest): Promise<OpenKnown> {
  const silent = { terminal: { out: { write: () => {} }, err: { write: () => {} } }, dryRun: false, wait: false, env: process.env };
  const sources = await openSources(request, silent);
  const embeddings = await embeddingsOf(request);
  const labels = await labelsOf(request);
  const opened = await Promise.all(othersThan(request).map(async (name) => ({ name, source: await openSource(name) })));
  const glove = vectorFolder() === null || /\bglove\b/.test(request.embeddings ?? '') ? null : await embeddingsOf({ embeddings: 'glove' });
  return {
    known: { sources: askable(sources.counters), embeddings, labels },
    others: [
      ...opened.map(({ name, source }) => ({ name: `${name} alone`, sources: askable([source]), embeddings: null, labels })),
      ...(glove === null ? [] : [{ name: 'GloVe alone', sources: [], embeddings: glove, labels }]),
    ],
    async close() {
      for (const { source } of opened) await source.close();
      glove?.close();
      await sources.close();
      embeddings?.close();
    },
  };
}

/** As the calibrated attack asks them. */
const askable = (counters: readonly HitCounter[]): HitCounter[] =>
  counters.filter(isLocal).map((counter) => inSimplerForms(counter.backedOff ?? counter));
