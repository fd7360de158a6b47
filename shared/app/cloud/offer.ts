import type { AuditRequest } from '../../contracts/audit-request.ts';
import { isLive, PUSHED_SOURCE } from '../../contracts/sources.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import type { Kinds } from '../audit/read/kind-of.ts';
import { mustBeAskable } from '../fetch/askable.ts';

/** What a stack offers to requests. */
export interface Offer {
  /** The order of sources for requests that name none. */
  readonly sources: readonly string[];
  /** Live sources that it allows; null where that is not known, such as on the machine of who submits. */
  readonly egress: readonly string[] | null;
  /** The kinds of releases that are audited: some are given further files. */
  readonly kinds: Kinds;
  /** Throws a BadInput that says how to push it, where the source was never pushed. */
  mustHold(spec: string): Promise<unknown>;
}

const VECTORS = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** What pushed word vectors are called: `glove` in a request, or the name of the file that was pushed. */
export function embeddingsSpec(name: string): string {
  if (!VECTORS.test(name)) {
    const wanted = 'give glove, or the name of a file that was pushed with: unveil cloud push embeddings:FILE';
    throw new BadInput(`embeddings: "${name}" is not offered here; ${wanted} (letters, digits, ".", "_" and "-", at most 64)`);
  }
  return name === 'glove' ? 'embeddings' : `embeddings:${name}`;
}

/** Refuses a request that names a source which the stack does not have, may not ask or cannot: before anything of the release is read. */
export async function mustBeOffered(request: AuditRequest, offer: Omit<Offer, 'kinds'>): Promise<void> {
  mustBeAskable(request);
  const { sources, embeddings, egress } = request;
  for (const spec of sources) {
    if (isLive(spec)) mayLeave(spec, egress.allow, offer.egress);
    else if (PUSHED_SOURCE.test(spec)) await offer.mustHold(spec);
    else throw new BadInput(`sources: "${spec}" is not offered here; a source is wordnet, corpus:NAME or a live source`);
  }
  if (embeddings !== undefined) await offer.mustHold(embeddingsSpec(embeddings));
}

/** Terms leave only where the request and the stack both say so. */
function mayLeave(spec: string, byRequest: readonly string[], byStack: readonly string[] | null): void {
  if (!byRequest.includes(spec)) {
    throw new BadInput(
      `the source "${spec}" would send terms of this release away: allow it in the request ("egress": {"allow": ["${spec}"]})`,
    );
  }
  if (byStack !== null && !byStack.includes(spec))
    throw new BadInput(`this stack does not allow the live source "${spec}" (cdk.json: unveil.egress)`);
}
