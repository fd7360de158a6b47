import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import type { Files } from '../../../kit/kind.ts';
import { openBytes, wholeText } from '../../../kit/read/open-bytes.ts';
import type { SourceFile } from '../../../kit/read/read-release.ts';
import type { Gunzip } from '../../../ports/gunzip.ts';
import { type ComparedText, compareTexts } from '../core/check-sanitised.ts';
import { type KnownContexts, type KnownTopics, parseContexts, parseTopics } from '../core/known-file.ts';
import { readOriginalTexts, readSanitised, type SanitisedTexts } from '../core/sanitised-file.ts';

/** Original texts in the release's order. Only measures read them. */
export interface Truth {
  /** Behind each mark of each text, the term. */
  readonly terms: readonly (readonly (readonly [mark: number, term: string])[])[];
  readonly about: readonly (string | null)[];
  readonly differs: readonly ComparedText['differs'][];
}

export interface GivenTexts {
  readonly release: SanitisedTexts;
  readonly known: KnownContexts | KnownTopics | null;
  readonly truth: Truth | null;
}

export async function openTexts(
  { release, original, reading: { gunzip }, beside }: Files,
  { external }: AuditRequest,
): Promise<GivenTexts> {
  const read = await readSanitised(release.name, (await openBytes(release, gunzip)).bytes);
  if (external !== undefined && read.method === 't-plausible')
    throw new BadInput('of t-plausible texts nothing but the sources is known: leave "external" out', { file: external });
  const known = external === undefined ? null : await readKnown(read, await beside(external), gunzip);
  return { release: read, known, truth: original === null ? null : truthOf(read, await originalOf(original, gunzip), original.name) };
}

/** Entities or topics, by the release's method. */
export async function readKnown({ method }: SanitisedTexts, file: SourceFile, gunzip: Gunzip): Promise<KnownContexts | KnownTopics> {
  const text = await wholeText((await openBytes(file, gunzip)).bytes, file.name);
  return method === 'k-safe' ? parseContexts(text, file.name) : parseTopics(text, file.name);
}

export const originalOf = async (file: SourceFile, gunzip: Gunzip) => readOriginalTexts(file.name, (await openBytes(file, gunzip)).bytes);

function truthOf(release: SanitisedTexts, original: Awaited<ReturnType<typeof originalOf>>, file: string): Truth {
  const about = new Map(original.map((document) => [document.id, document.about]));
  const lost = release.documents.findIndex(({ id }) => !about.has(id));
  if (lost >= 0) throw new BadInput(`text ${lost + 1} of the release is not in the original, by its "id"`, { file });
  const compared = compareTexts(release, original);
  return {
    terms: compared.map(({ terms }) => [...terms]),
    about: release.documents.map(({ id }) => about.get(id) ?? null),
    differs: compared.map(({ differs }) => differs),
  };
}
