import * as z from 'zod';
import { AUDITS } from '../../contracts/audit-tables.ts';
import type { CampaignAudit } from '../../contracts/campaign.ts';
import { type CampaignRow, figuresOf, wordOf } from '../../contracts/campaign-result.ts';
import { parseContract } from '../../contracts/parse.ts';
import { resultKey } from '../../contracts/result-tables.ts';
import type { CellValue, ResultTable } from '../../contracts/table.ts';
import { CONCLUSION_FILE } from '../../contracts/verdict.ts';
import { inParallel } from '../../core/pacing/in-parallel.ts';
import { readAnyJson, readBytes } from '../../kit/blobs/json-lines.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { storedConclusionIn } from './standing.ts';

/** Reads rows of a file of a result table. */
export type ReadRows = (bytes: Uint8Array, table: ResultTable, key: string) => AsyncIterable<readonly CellValue[]>;

/** Audits whose results are read at once: a verdict has some hundred kilobytes at most. */
const AT_ONCE = 16;

/** The verdict of each audit that succeeded, next to how the others ended. */
export const campaignRows = (
  audits: readonly CampaignAudit[],
  team: string | null,
  { results, rows }: { readonly results: BlobStore; readonly rows: ReadRows },
): Promise<CampaignRow[]> =>
  inParallel(audits, AT_ONCE, async (audit): Promise<CampaignRow> => {
    const { auditId, status } = audit;
    const keyOf = (file: string): string => resultKey(team, auditId ?? '', file);
    const concluded = status === 'succeeded' ? await storedConclusionIn(results, keyOf(CONCLUSION_FILE)) : null;
    if (concluded === null) return { ...audit, word: null, figures: null };
    const { files } = parseContract(PUBLISHED, await readAnyJson(results, keyOf('_SUCCESS.json')));
    const of = { kind: '', people: 0 };
    for (const { key } of files.filter((file) => file.key.startsWith(`table=${AUDITS.name}/`))) {
      for await (const row of rows(await readBytes(results, keyOf(key)), AUDITS, key))
        Object.assign(of, { kind: String(row[KIND]), people: Number(row[PEOPLE]) });
    }
    return { ...audit, word: wordOf(concluded), figures: figuresOf(concluded, of) };
  });

const columnOf = (wanted: string): number => AUDITS.columns.findIndex(({ name }) => name === wanted);
const [KIND, PEOPLE] = [columnOf('kind'), columnOf('transactions')] as const;

/** The part of `_SUCCESS.json` that says where the tables are. */
const PUBLISHED = z.object({ files: z.array(z.object({ key: z.string() })) });
