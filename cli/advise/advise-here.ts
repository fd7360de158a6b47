import { join } from 'node:path';
import { type Advised, advise } from '../../shared/app/advise/advise.ts';
import { evidenceOf } from '../../shared/app/advise/evidence.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { shuffleItems } from '../../shared/core/anonymise/order.ts';
import type { Transaction } from '../../shared/core/model/transaction.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import type { Progress } from '../../shared/ports/log.ts';
import { auditFilesOf } from '../audit/audit-files.ts';
import { embeddingsOf, labelsOf } from '../audit/inputs.ts';
import { parseRequest, relocated } from '../audit/request.ts';
import { openSources } from '../audit/sources.ts';
import { attackRelease, ofOurs, readAttack } from './attack-release.ts';
import type { Kept, Matched } from './given.ts';
import type { Target } from './target.ts';
import { requestToWrite, writeAdviceFiles, writeReleaseFiles } from './write-advice.ts';

export interface AdviseHere extends Matched, Kept {
  /** With the original's path. */
  readonly request: AuditRequest;
  readonly target: Target;
  readonly mostLoss: number | null;
  readonly rounds: number;
}

const ATTACKS_BEYOND = 3;

/** Advises on files of this machine; all that is written goes to one folder, which is the caller's to publish or to remove. */
export async function adviseHere(
  { request, transactions, draft, policy, notices, target, mostLoss, rounds }: AdviseHere,
  { folder, progress }: { readonly folder: string; readonly progress: Progress },
): Promise<Advised> {
  const silent = { terminal: { out: { write: () => {} }, err: { write: () => {} } }, dryRun: false, wait: false, env: process.env };
  const sources = await openSources(request, silent);
  const embeddings = await embeddingsOf(request);
  const labels = await labelsOf(request);
  const numberOf = draft.index.numberOf;
  const parts: Progress = {
    step: (name, total) => progress.part?.(name, total),
    part: (name, total) => progress.part?.(name, total),
    advance: (done) => progress.advance(done),
    end: () => {},
  };
  const attacking = { request, numberOf, certainty: target.certainty, folder: join(folder, 'attack'), progress: parts };
  const published = (release: readonly Transaction[]): readonly Transaction[] => shuffleItems(release, request.seed);
  progress.plan?.(rounds + ATTACKS_BEYOND);
  try {
    const advised = await advise(
      { transactions, draft, policy, certainty: target.certainty, target: target.people, mostLoss, rounds, seed: request.seed },
      {
        attack: (release, seed) => attackRelease(release === null ? null : published(release), seed, attacking),
        confirm: async (release, seed) => {
          const written = { ...requestToWrite(request, policy), seed };
          await writeReleaseFiles(folder, { transactions, release: published(release), policy, request: written });
          const whole = parseRequest(relocated(written, folder));
          const asked = { ...whole, ...ofOurs(request), sources: request.sources, labels: request.labels, embeddings: request.embeddings };
          const claim = { k: policy.k, privacyConstraints: policy.privacy.map((items) => [...items]) };
          const out = join(folder, 'audit');
          await auditFilesOf(KINDS, { ...asked, claim }, { name: 'advised', out, progress: parts });
          return (await readAttack(out, attacking)).people;
        },
        evidence: (before, members) =>
          evidenceOf(before, members, { sources: sources.counters, embeddings, labels }, (done) => progress.advance(done)),
        step: (name) => progress.step(name, null),
      },
    );
    const noted = { ...advised, advice: { ...advised.advice, notices: [...notices, ...advised.advice.notices] } };
    await writeAdviceFiles(folder, noted);
    return noted;
  } finally {
    progress.end();
    await sources.close();
    embeddings?.close();
  }
}
