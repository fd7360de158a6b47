// The library: what the command line does, as functions with its types. Researchers script it.
import { join } from 'node:path';
import type { EliminateOptions, EliminateResult } from '../shared/app/eliminate.ts';
import type { AuditRequestInput } from '../shared/contracts/audit-request.ts';
import type { CheckOptions, Claim, Violation } from '../shared/core/breach/check-release.ts';
import { BadInput } from '../shared/core/model/bad-input.ts';
import type { Progress } from '../shared/ports/log.ts';
import type { LocalAudit } from './audit/audit-files.ts';

export { eliminate } from '../shared/app/eliminate.ts';
export type { AuditRequestInput, CheckOptions, Claim, EliminateOptions, EliminateResult, LocalAudit, Violation };
export { BadInput };

/** What `unveil check` finds wrong with a release, every violation with its place; none: the claim holds. */
export async function check(file: string, claim: Claim, options: CheckOptions = {}): Promise<Violation[]> {
  for (const [name, value] of Object.entries({ k: claim.k, m: claim.m })) {
    if (!Number.isSafeInteger(value) || value < 1) throw new BadInput(`${name} is a whole number from 1`);
  }
  const [{ checkRelease }, { openDisassociated }] = await Promise.all([
    import('../shared/core/breach/check-release.ts'),
    import('./open-disassociated.ts'),
  ]);
  return checkRelease((await openDisassociated(file)).release, claim, options);
}

export interface AuditOptions {
  /** Where the results go; by default `unveil-results/NAME` in the current folder. What was there is replaced. */
  readonly out?: string;
  readonly progress?: Progress;
}

/**
 * `unveil audit` as a function: the request is what an audit.json holds, its paths relative to the current folder. What is
 * wrong with the request or a file is a `BadInput`.
 */
export async function audit(request: AuditRequestInput, options: AuditOptions = {}): Promise<LocalAudit> {
  // Loaded here, so that `eliminate` alone needs none of it.
  const [{ auditFiles }, { nameOf, parseRequest }] = await Promise.all([import('./audit/audit-files.ts'), import('./audit/request.ts')]);
  const parsed = parseRequest(request);
  const name = nameOf(parsed);
  const silent = { step: () => {}, advance: () => {}, end: () => {} };
  return auditFiles(parsed, { name, out: options.out ?? join('unveil-results', name), progress: options.progress ?? silent });
}
