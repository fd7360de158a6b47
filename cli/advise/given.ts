import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import { readOriginal, readRelease } from '../../shared/app/read-release.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { postings } from '../../shared/core/anonymise/item-index.ts';
import { type Draft, draftOf, shownIndex } from '../../shared/core/anonymise/mend/draft.ts';
import type { MendPolicy } from '../../shared/core/anonymise/mend/policy.ts';
import { countOf } from '../../shared/core/anonymise/mend/supports.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { matchOriginal } from '../../shared/core/model/match-original.ts';
import { OrderCheck } from '../../shared/core/model/order.ts';
import type { Transaction } from '../../shared/core/model/transaction.ts';
import { contextRule } from '../../shared/kinds/set-generalised/plan/prepare-audit.ts';
import { privacyFrom, utilityFrom } from '../anonymise/constraints.ts';
import { withConstraints } from '../audit/inputs.ts';
import { fromOptions, mergeRequests, type Values } from '../audit/options.ts';
import { isRequestFile, parseRequest, readRequestFile } from '../audit/request.ts';
import { readHierarchy } from '../hierarchy-file.ts';

/** A release, the folder that `unveil anonymise` made, or an `audit.json`; options win. */
export async function requestOf(release: string, values: Values): Promise<AuditRequest> {
  const inside = join(release, 'audit.json');
  const isFolder = statSync(release, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder && !existsSync(inside))
    throw new BadInput('there is no audit.json in this folder; name the release itself', { file: release });
  const file = isFolder ? inside : release;
  const raw = isFolder || isRequestFile(file) ? readRequestFile(file) : { release: file };
  return withConstraints(parseRequest(mergeRequests(raw, fromOptions(values)), file));
}

export interface Matched {
  /** In the release's order. */
  readonly transactions: readonly Transaction[];
  readonly published: readonly Transaction[];
  /** The order of its items carries something. */
  readonly ordered: boolean;
  readonly draft: Draft;
}

export async function matchedOf(request: AuditRequest, original: string): Promise<Matched> {
  const hierarchy = request.hierarchy === undefined ? undefined : await readHierarchy(request.hierarchy);
  const reading = { gunzip, tables: tableFiles, encoding: request.encoding, hierarchy };
  const opened = await readRelease({ name: request.release, bytes: await fileBytes(request.release) }, reading);
  if (opened.kind === 'clusters') throw new BadInput('advice is for set-generalised releases', { file: request.release });
  const { transactions } = await readOriginal({ name: original, bytes: await fileBytes(original) }, reading);
  const [published, originals]: [Transaction[], Transaction[]] = [[], []];
  const order = new OrderCheck();
  const files = [
    { name: request.release, transactions: opened.transactions },
    { name: original, transactions },
  ] as const;
  for await (const match of matchOriginal(...files, { allowSuppressed: true })) {
    published.push(unlocated(match.release));
    originals.push(unlocated(match.original));
    order.add(match.release);
  }
  const { kind } = contextRule(request, { order: order.finding() }, opened.facts.ordered);
  return { transactions: originals, published, ordered: kind === 'nearest', draft: draftOf(originals, published) };
}

const unlocated = ({ id, items }: Transaction): Transaction => (id === undefined ? { items } : { id, items });

export interface KeptPolicy {
  readonly policy: MendPolicy;
  /** What the release is held to where nobody said. */
  readonly notices: readonly string[];
}

/** What nobody says is taken from the release: each member of a generalised item is protected, with as many transactions as the rarest has. */
export async function policyOf(
  { transactions, draft }: Matched,
  { claim, seed }: AuditRequest,
  { privacy, keep }: { readonly privacy: string | undefined; readonly keep: string | undefined },
): Promise<KeptPolicy> {
  const notices: string[] = [];
  const claimed = Array.isArray(claim.privacyConstraints) ? claim.privacyConstraints : undefined;
  const given = privacy === undefined ? claimed : (await privacyFrom(privacy, transactions, seed)).map(({ items }) => items);
  const nameOf = (item: number): string => draft.index.names[item] as string;
  if (given === undefined) notices.push('no privacy constraints were given: each member of a generalised item is kept protected, alone');
  const lists = postings(shownIndex(draft));
  const least = Math.min(...draft.groups.map((members) => countOf(members, lists)));
  if (claim.k === undefined) notices.push(`no k was given: ${least} is kept, which is what the rarest generalised item has`);
  const utility = keep === undefined ? (claim.utilityConstraints ?? null) : await utilityFrom(keep, draft.index.names, []);
  const policy = {
    k: claim.k ?? least,
    privacy: given ?? draft.groups.flatMap((members) => members.map((item) => [nameOf(item)])),
    utility: Array.isArray(utility) ? utility : null,
  };
  return { policy, notices };
}
