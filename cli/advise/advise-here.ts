import { join } from 'node:path';
import { STEPS_BESIDE } from '../../shared/app/advise/advise.ts';
import { afterAudit } from '../../shared/app/advise/after-audit.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import type { Progress } from '../../shared/ports/progress.ts';
import { type AuditHome, auditFilesOf } from '../audit/audit-files.ts';
import { parseRequest, relocated } from '../audit/request.ts';
import { type AdviseOn, adviseOn, type SaferRelease } from './advise-on.ts';
import { requestToWrite, writeAdviceFiles, writeReleaseFiles } from './write-advice.ts';

/** The audit of the result. */
const AUDIT_STEPS = 1;

/** Advises on files of this machine; all that is written goes to one folder, which is the caller's to publish or to remove. */
export async function adviseHere(
  asked: AdviseOn,
  { folder, progress, ...heard }: { readonly folder: string } & Pick<AuditHome, 'progress' | 'failed'>,
): Promise<SaferRelease> {
  const { request, transactions, policy, rounds } = asked;
  progress.plan?.(rounds + STEPS_BESIDE + AUDIT_STEPS);
  try {
    const safer = await adviseOn(asked, progress);
    progress.step('audit the result', null);
    const written = requestToWrite(request, policy);
    await writeReleaseFiles(folder, { transactions, release: safer.release, policy, request: written });
    const whole = { ...parseRequest(relocated(written, folder)), ...hereOf(request) };
    const claim = { k: policy.k, privacyConstraints: policy.privacy.map((items) => [...items]) };
    const parts: Progress = {
      step: (name, total) => progress.part?.(name, total),
      part: (name, total) => progress.part?.(name, total),
      advance: (done) => progress.advance(done),
      end: () => {},
    };
    const { outcome } = await auditFilesOf(
      KINDS,
      { ...whole, claim },
      { name: 'advised', out: join(folder, 'audit'), progress: parts, ...heard },
    );
    const judged = { ...safer, advice: afterAudit(safer.advice, outcome.conclusion.findings) };
    await writeAdviceFiles(folder, judged);
    return judged;
  } finally {
    progress.end();
  }
}

/** What names files of this machine stays as it was asked for. */
const hereOf = ({ sources, labels, embeddings }: AuditRequest): Pick<AuditRequest, 'sources' | 'labels' | 'embeddings'> => ({
  sources,
  labels,
  embeddings,
});
