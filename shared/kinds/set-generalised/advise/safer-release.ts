import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { isNamedVectors } from '../../../contracts/sources.ts';
import { encoderOf } from '../../../core/format/encoder.ts';
import { hierarchyFromText } from '../../../core/format/hierarchy-formats.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { postings } from '../../../core/model/item-index.ts';
import { matchOriginal } from '../../../core/model/match-original.ts';
import { OrderCheck } from '../../../core/model/order.ts';
import type { Transaction } from '../../../core/model/transaction.ts';
import { transactionLines } from '../../../kit/make/transaction-lines.ts';
import type { Advise, MakeReaders, Readers } from '../../../kit/offers.ts';
import { optionText } from '../../../kit/option-values.ts';
import { readOriginal, readRelease } from '../../../kit/read/read-release.ts';
import { draftOf, generalisationOf, NoDraft, shownIndex } from '../core/mend/draft.ts';
import { countOf } from '../core/mend/limits.ts';
import type { MendPolicy } from '../core/mend/policy.ts';
import { utilityOf } from '../core/utility/utility.ts';
import { privacyFrom, utilityFrom } from '../make/coat.ts';
import { contextRule } from '../plan/prepare-audit.ts';
import { adviseOn, type KeptPolicy, type Matched } from './advise-on.ts';

export const saferRelease: Advise['safer'] = async ({ request, original, values, ...asked }, readers) => {
  const matched = await matchedOf(request, original, readers);
  if (matched.draft.groups.length === 0)
    throw new BadInput('this release has no generalised item: there is nothing to mend', { file: request.release });
  const kept = await policyOf(matched, request, values, readers);
  const { policy } = kept;
  const { advice, draft, release, changes } = await adviseOn({ request: { ...request, original }, ...matched, ...kept, ...asked }, readers);
  const { sources, labels, embeddings } = request;
  return {
    advice,
    changes,
    files: [
      { name: 'release.jsonl', pieces: transactionLines(release) },
      { name: 'original.jsonl', pieces: transactionLines(matched.transactions) },
      { name: 'privacy.txt', pieces: policy.privacy.map((items) => encoderOf('text').line({ items })) },
    ],
    request: requestToWrite(request, policy, readers.placed),
    measures: { method: 'advise', ...utilityOf(draft.index, generalisationOf(draft), shownIndex(draft)) },
    audited: { sources, labels, embeddings, claim: { k: policy.k, privacyConstraints: policy.privacy.map((items) => [...items]) } },
  };
};

/** The given request with the new claim. */
const requestToWrite = (
  { labels, sources, embeddings, egress, context, smoothing, seed }: AuditRequest,
  { k }: MendPolicy,
  placed: MakeReaders['placed'],
) => ({
  release: 'release.jsonl',
  original: 'original.jsonl',
  allowSuppressed: true,
  claim: { k, privacyConstraints: 'privacy.txt' },
  context: { ...context, order: 'meaningless' },
  sources: sources.map(placed),
  egress,
  smoothing,
  seed,
  ...(labels === undefined ? {} : { labels: placed(labels) }),
  ...(embeddings === undefined ? {} : { embeddings: isNamedVectors(embeddings) ? embeddings : placed(embeddings) }),
});

async function matchedOf(request: AuditRequest, original: string, { file, text, reading }: Readers): Promise<Matched> {
  const hierarchy = request.hierarchy === undefined ? undefined : hierarchyFromText(text(request.hierarchy), request.hierarchy);
  const opened = await readRelease(await file(request.release), { ...reading, hierarchy });
  if (opened.kind === 'clusters') throw new BadInput('advice is for set-generalised releases', { file: request.release });
  const { transactions } = await readOriginal(await file(original), { ...reading, hierarchy });
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
  try {
    return { transactions: originals, published, ordered: kind === 'nearest', draft: draftOf(originals, published) };
  } catch (error) {
    if (error instanceof NoDraft) throw new BadInput(error.message, { file: request.release }, { cause: error });
    throw error;
  }
}

const unlocated = ({ id, items }: Transaction): Transaction => (id === undefined ? { items } : { id, items });

/** Defaults from the release: each member of a generalised item is protected, with k the support of the rarest. */
async function policyOf(
  { transactions, draft }: Matched,
  { claim, seed }: AuditRequest,
  values: Parameters<Advise['safer']>[0]['values'],
  readers: Readers,
): Promise<KeptPolicy> {
  const notices: string[] = [];
  const [asked, keep] = [optionText(values, 'privacy'), optionText(values, 'keep')];
  const claimed = Array.isArray(claim.privacyConstraints) ? claim.privacyConstraints : undefined;
  const given = asked === undefined ? claimed : (await privacyFrom(asked, transactions, seed, readers)).map(({ items }) => items);
  if (given === undefined) notices.push('no privacy constraints were given: each member of a generalised item is kept protected, alone');
  const lists = postings(shownIndex(draft));
  const least = Math.min(...draft.groups.map((members) => countOf(members, lists)));
  if (claim.k === undefined) notices.push(`no k was given: ${least} is kept, which is what the rarest generalised item has`);
  const utility = keep === undefined ? (claim.utilityConstraints ?? null) : await utilityFrom(keep, draft.index.names, [], readers);
  const policy = {
    k: claim.k ?? least,
    privacy: given ?? draft.groups.flatMap((members) => members.map((item) => [draft.index.names[item]])),
    utility: Array.isArray(utility) ? utility : null,
  };
  return { policy, notices };
}
