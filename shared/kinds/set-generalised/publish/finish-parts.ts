import { foundOfPeople, joinPeopleOf, type PartOfPeople, peoplePartCount } from '../../../app/audit/people/finish-people.ts';
import { PEOPLE_OF_A_PART } from '../../../app/audit/people/slice-people.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { TableEncoder } from '../../../ports/table-encoder.ts';
import { removalsOf, writeAttacked } from '../measure/removals.ts';
import { blocksOfPart } from '../plan/parts.ts';
import { blockOf, type ReleaseSummary, readBlock } from '../read/store-release.ts';
import { exposingAttack, type PlannedAudit, writesAttacked } from './finish-audit.ts';

/** What publishing has to write of parts of the release: as the leading attack leaves them, and what is said of their people. */
export async function finishParts(
  work: BlobStore,
  audit: PlannedAudit,
  parts: readonly number[],
  encoders: readonly TableEncoder[],
): Promise<void> {
  const { release } = audit.prepared;
  const attack = exposingAttack(audit);
  const removals = writesAttacked(audit.request) ? await removalsOf(work) : null;
  const found = attack === null ? null : await foundOfPeople(work);
  for (const part of parts) {
    if (removals !== null) await writeAttacked(work, { removals, attack: audit.attacks.leading }, release, part);
    if (attack === null || found === null) continue;
    const { from, to } = partsOfPeople(release, part);
    await joinPeopleOf(work, await found.within(from, to), peopleIn(work, release, part), { attack, encoders });
  }
}

/** Parts of the table of people whose first person is in a part of the release. */
function partsOfPeople(release: ReleaseSummary, part: number): { readonly from: number; readonly to: number } {
  const blocks = blocksOfPart(release, part).map((number) => release.blocks[number]);
  return { from: peoplePartCount(blocks[0]?.start ?? 0), to: peoplePartCount(blocks.at(-1)?.end ?? 0) };
}

async function* peopleIn(work: BlobStore, release: ReleaseSummary, part: number): AsyncGenerator<PartOfPeople> {
  const { from, to } = partsOfPeople(release, part);
  for (let of = from; of < to; of += 1) {
    const first = of * PEOPLE_OF_A_PART;
    yield { part: of, ids: await idsOf(work, release, first, Math.min(first + PEOPLE_OF_A_PART, release.transactions)) };
  }
}

/** The ids of people `[first, end)`. Without ids there is nothing to read: to parse a release of gigabytes for its number of lines would be most of the work. */
async function idsOf(work: BlobStore, { blocks, hasIds }: ReleaseSummary, first: number, end: number): Promise<(string | null)[]> {
  const ids: (string | null)[] = Array.from({ length: end - first }, () => null);
  if (!hasIds) return ids;
  for (const block of blocks.slice(blockOf(blocks, first))) {
    if (block.start >= end) break;
    for await (const { t, id } of readBlock(work, block)) if (t >= first && t < end) ids[t - first] = id ?? null;
  }
  return ids;
}
