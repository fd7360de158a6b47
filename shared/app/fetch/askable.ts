import type { AuditRequest } from '../../contracts/audit-request.ts';
import { isLive } from '../../contracts/sources.ts';
import { BadInput } from '../../core/model/bad-input.ts';

/** Refuses questions that no live source answers, before one of them is asked. */
export function mustBeAskable({ sources, context }: Pick<AuditRequest, 'sources' | 'context'>): void {
  if (context.select === 'conjunctive' && sources.some(isLive)) {
    throw new BadInput(
      'context "conjunctive" asks for many terms at once, which live sources do not answer; use a corpus, or another context',
    );
  }
}
