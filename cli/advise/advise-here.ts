import { join } from 'node:path';
import { openSource } from '../../shared/adapters/local/open-source.ts';
import { type Advised, advise, STEPS_BESIDE } from '../../shared/app/advise/advise.ts';
import { inSimplerForms } from '../../shared/app/audit/score/count-in-simpler-forms.ts';
import { isLocal } from '../../shared/app/fetch/is-local.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import type { Draft } from '../../shared/core/anonymise/mend/draft.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { advisingOf, releaseOf, type ToAdvise } from '../../shared/kinds/set-generalised/advise/advising.ts';
import type { Seen } from '../../shared/kinds/set-generalised/advise/attack.ts';
import { changesOf } from '../../shared/kinds/set-generalised/advise/changes.ts';
import type { HitCounter } from '../../shared/ports/hit-counter.ts';
import type { Progress } from '../../shared/ports/log.ts';
import { auditFilesOf } from '../audit/audit-files.ts';
import { embeddingsOf, labelsOf } from '../audit/inputs.ts';
import { parseRequest, relocated } from '../audit/request.ts';
import { openSources } from '../audit/sources.ts';
import type { Kept, Matched } from './given.ts';
import type { Target } from './target.ts';
import { requestToWrite, writeAdviceFiles, writeReleaseFiles } from './write-advice.ts';

export interface AdviseHere extends Matched, Kept {
  /** With the original's path. */
  readonly request: AuditRequest;
  readonly target: Target;
  readonly mostLoss: number | null;
  readonly rounds: number;
  readonly attacks: number;
}

/** The audit of the result. */
const AUDIT_STEPS = 1;

/** Advises on files of this machine; all that is written goes to one folder, which is the caller's to publish or to remove. */
export async function adviseHere(
  { target: { people: target, certainty }, ...asked }: AdviseHere,
  { folder, progress }: { readonly folder: string; readonly progress: Progress },
): Promise<Advised<Draft, Seen>> {
  const { request, transactions, policy, rounds, mostLoss } = asked;
  const silent = { terminal: { out: { write: () => {} }, err: { write: () => {} } }, dryRun: false, wait: false, env: process.env };
  const sources = await openSources(request, silent);
  const embeddings = await embeddingsOf(request);
  const labels = await labelsOf(request);
  const others = request.sources.includes(OTHER) ? [] : [await openSource(OTHER)];
  const parts: Progress = {
    step: (name, total) => progress.part?.(name, total),
    part: (name, total) => progress.part?.(name, total),
    advance: (done) => progress.advance(done),
    end: () => {},
  };
  const notices = [...asked.notices];
  progress.plan?.(rounds + STEPS_BESIDE + AUDIT_STEPS);
  try {
    const input: ToAdvise = {
      ...asked,
      certainty,
      target,
      known: { sources: askable(sources.counters), embeddings, labels },
      other: others.length === 0 ? null : { name: `${OTHER} alone`, sources: askable(others), embeddings: null, labels },
      looksAt: (some, all) => notices.push(`of ${all} members of generalised items ${some} were looked at: those that betray most`),
      advance: (done) => progress.advance(done),
      step: (name) => progress.step(name, null),
    };
    const advised = await advise({ certainty, target, mostLoss, rounds, seed: request.seed }, advisingOf(input));
    const { draft } = advised.chosen;
    const written = requestToWrite(request, policy);
    progress.step('audit the result', null);
    await writeReleaseFiles(folder, { transactions, release: releaseOf(draft, input), policy, request: written });
    const whole = { ...parseRequest(relocated(written, folder)), ...hereOf(request) };
    const claim = { k: policy.k, privacyConstraints: policy.privacy.map((items) => [...items]) };
    await auditFilesOf(KINDS, { ...whole, claim }, { name: 'advised', out: join(folder, 'audit'), progress: parts });
    const noted = { ...advised, advice: { ...advised.advice, notices: [...notices, ...advised.advice.notices] } };
    await writeAdviceFiles(folder, noted.advice, { draft, changes: changesOf(advised.given, advised.chosen, transactions, certainty) });
    return noted;
  } finally {
    progress.end();
    for (const each of others) await each.close();
    await sources.close();
    embeddings?.close();
  }
}

/** An attacker of another kind, where the request names others. */
const OTHER = 'wordnet';

/** As the calibrated attack asks them. */
const askable = (counters: readonly HitCounter[]): HitCounter[] =>
  counters.filter(isLocal).map((counter) => inSimplerForms(counter.backedOff ?? counter));

/** What names files of this machine stays as it was asked for. */
const hereOf = ({ sources, labels, embeddings }: AuditRequest): Pick<AuditRequest, 'sources' | 'labels' | 'embeddings'> => ({
  sources,
  labels,
  embeddings,
});
