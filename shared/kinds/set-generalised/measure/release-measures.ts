import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { Transaction } from '../../../core/model/transaction.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { impliedConstraints, type ProtectedItems, protections } from '../core/measure/protections.ts';
import { ItemBook, uniqueness } from '../core/measure/uniqueness.ts';
import { type ReleaseSummary, readBlocks, readOriginals } from '../read/store-release.ts';
import { attackedTransactions, removalsOf } from './removals.ts';

/** Null: not computable. */
export interface ReleaseMeasures {
  readonly protections: {
    readonly all: number;
    readonly broken: number;
    readonly trulyBroken: number | null;
    readonly unheld: number | null;
  } | null;
  readonly uniqueness: { readonly before: number | null; readonly after: number | null; readonly truly: number | null } | null;
  readonly reason: string | null;
}

/** These measures hold the release, the attacked release and the original in memory at once: beyond this they are not computable. */
const MOST_CHARACTERS = 100_000_000;
/** Steps of one count of unique transactions: about a second. */
const STEPS = 200_000_000;
/** Combinations of more items are not counted: an attacker who knows more than this knows the transaction. */
const MOST_M = 3;

/** Whether the measures will be taken: then the removals of every attack are kept, not of the leading one alone. */
export const measuresRelease = ({ claim }: AuditRequest, { characters }: ReleaseSummary): boolean =>
  claim.k !== undefined && characters <= MOST_CHARACTERS;

/** Needs the whole release. */
export async function measureRelease(
  work: BlobStore,
  request: AuditRequest,
  release: ReleaseSummary,
  attacks: number,
  advance: (done: number) => void = () => {},
): Promise<ReleaseMeasures[]> {
  const { k, m } = request.claim;
  if (k === undefined || !measuresRelease(request, release)) {
    const reason = k === undefined ? 'no k is claimed (--k)' : 'the release is too large for these measures';
    return Array.from({ length: attacks }, () => ({ protections: null, uniqueness: null, reason }));
  }
  const published = await Array.fromAsync(readBlocks(work, release.blocks));
  const original = release.hasOriginal ? (await readOriginals(work, release)).map((items): Transaction => ({ items })) : null;
  const constraints = constraintsOf(request, published, k);
  const rarity = m === undefined || m > MOST_M ? null : { m, k, limit: STEPS };
  const book = new ItemBook();
  const before = rarity === null ? null : uniqueness(published, rarity, null, book);
  const protectionsAfter = protections(constraints, published, original);
  const measured: ReleaseMeasures[] = [];
  const removals = await removalsOf(work);
  for (let attack = 0; attack < attacks; attack += 1) {
    const attacked = await Array.fromAsync(attackedTransactions(work, { removals, attack }, release.blocks));
    const { broken, trulyBroken, unheld, constraints: all, notComputable } = protectionsAfter(attacked);
    const after = (holding: readonly Transaction[] | null) => (rarity === null ? null : uniqueness(attacked, rarity, holding, book));
    measured.push({
      protections: {
        all: all - notComputable.length,
        broken: broken.length,
        trulyBroken: trulyBroken?.length ?? null,
        unheld: unheld?.length ?? null,
      },
      uniqueness: rarity === null ? null : { before, after: after(null), truly: original === null ? null : after(original) },
      reason: rarity === null ? 'uniqueness needs an m of 1 to 3 (--m)' : null,
    });
    advance(measured.length);
  }
  return measured;
}

/** The publisher's own constraints, else what generalising promises of each member. */
function constraintsOf({ claim }: AuditRequest, published: readonly Transaction[], k: number): ProtectedItems[] {
  const given = claim.privacyConstraints;
  return Array.isArray(given) ? given.map((items) => ({ items, k })) : impliedConstraints(published, k);
}
