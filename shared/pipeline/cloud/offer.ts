import type { AuditRequest } from '../../contracts/audit-request.ts';
import type { HeldSource } from '../../contracts/execution.ts';
import { BEDROCK, isLive, LANGUAGE_MODEL, modelEgress, PUSHED_SOURCE } from '../../contracts/sources.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import type { Kinds } from '../audit/kind-of.ts';
import { mustBeAskable } from '../fetch/fetch-needed.ts';

export interface Offer {
  /** The order of sources for requests that name none. */
  readonly sources: readonly string[];
  /** Live sources that it allows, and its language model; null where that is not known, such as on the submitter's machine. */
  readonly egress: readonly string[] | null;
  readonly kinds: Kinds;
  readonly unveilVersion: string;
  /** The current version of a pushed source; a BadInput says how to push one that is missing. */
  mustHold(spec: string): Promise<HeldSource>;
}

const VECTORS = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The source name of word vectors that a request calls `glove` or by their file. */
export function embeddingsSpec(name: string): string {
  if (!VECTORS.test(name)) {
    const wanted = 'give glove, or the name of a file that was pushed with: unveil cloud push embeddings:FILE';
    throw new BadInput(`embeddings: "${name}" is not offered here; ${wanted} (letters, digits, ".", "_" and "-", at most 64)`);
  }
  return name === 'glove' ? 'embeddings' : `embeddings:${name}`;
}

/** Refuses a request for a source that the stack does not have or may not ask, before the release is read; answers those that were pushed. */
export async function mustBeOffered(
  request: AuditRequest,
  { egress, mustHold }: Pick<Offer, 'egress' | 'mustHold'>,
): Promise<Record<string, HeldSource>> {
  mustBeAskable(request);
  const { sources, embeddings, languageModel } = request;
  if (languageModel !== undefined) mayBeAsked(languageModel, request.egress.allow, egress);
  const held: Record<string, HeldSource> = {};
  for (const spec of sources) {
    if (isLive(spec)) mayLeave(spec, request.egress.allow, egress);
    else if (PUSHED_SOURCE.test(spec)) held[spec] = await mustHold(spec);
    else throw new BadInput(`sources: "${spec}" is not offered here; a source is wordnet, corpus:NAME or a live source`);
  }
  if (embeddings !== undefined) {
    const spec = embeddingsSpec(embeddings);
    held[spec] = await mustHold(spec);
  }
  return held;
}

/** The one model of the stack, where the request allows it too. */
function mayBeAsked(
  { name, endpoint }: NonNullable<AuditRequest['languageModel']>,
  byRequest: readonly string[],
  byStack: readonly string[] | null,
): void {
  if (endpoint !== BEDROCK)
    throw new BadInput(
      `languageModel: in the cloud a model is asked by Amazon Bedrock ("endpoint": "${BEDROCK}"); others by audits on your own machine: unveil audit`,
    );
  if (!byRequest.includes(LANGUAGE_MODEL))
    throw new BadInput(
      `languageModel: the model would be sent items of this release: allow it in the request ("egress": {"allow": ["${LANGUAGE_MODEL}"]})`,
    );
  if (byStack !== null && !byStack.includes(modelEgress(name)))
    throw new BadInput(`this stack does not ask the language model "${name}" (cdk.json: unveil.languageModel)`);
}

/** Request and stack must both allow it. */
function mayLeave(spec: string, byRequest: readonly string[], byStack: readonly string[] | null): void {
  if (!byRequest.includes(spec)) {
    throw new BadInput(
      `the source "${spec}" would send terms of this release away: allow it in the request ("egress": {"allow": ["${spec}"]})`,
    );
  }
  if (byStack !== null && !byStack.includes(spec))
    throw new BadInput(`this stack does not allow the live source "${spec}" (cdk.json: unveil.egress)`);
}
