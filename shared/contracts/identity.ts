import type { AuditRequest } from './audit-request.ts';
import { fileNameOf, isNamedSource, vectorsName } from './sources.ts';

/** The request without what differs between machines: where files stand, and what the folder is called. */
export function portableRequest(request: AuditRequest): unknown {
  const { $schema, name, release, original, labels, hierarchy, texts, roles, buckets, external, otherRelease, output, ...rest } = request;
  const { sources, embeddings } = rest;
  return sorted({
    ...rest,
    sources: sources.map((spec) => (isNamedSource(spec) ? spec : fileNameOf(spec))),
    ...(embeddings === undefined ? {} : { embeddings: vectorsName(embeddings) }),
    original: original !== undefined,
    labels: labels !== undefined,
    ...(hierarchy === undefined ? {} : { hierarchy: true }),
    ...(texts === undefined ? {} : { texts: true }),
    ...(roles === undefined ? {} : { roles: true }),
    ...(buckets === undefined ? {} : { buckets: true }),
    ...(external === undefined ? {} : { external: true }),
    ...(otherRelease === undefined ? {} : { otherRelease: otherRelease.relation }),
  });
}

/** Keys in order, so that the same request has the same text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
