import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditFiles } from '../../cli/audit/audit-files.ts';
import { auditName, parseRequest, relocated } from '../../cli/audit/request.ts';
import type { Conclusion } from '../../shared/kit/publish/conclude.ts';
import type { MadeRelease } from './made-release.ts';

const SILENT = { step: () => {}, advance: () => {}, end: () => {} };

/** Conclusion of a whole audit of a made release; `look` sees its results folder before it is deleted. */
export async function auditMade<T = null>(
  { files, request }: MadeRelease,
  look: (folder: string) => Promise<T> = async () => null as T,
): Promise<{ readonly conclusion: Conclusion; readonly seen: T }> {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-made-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const file = join(folder, 'audit.json');
    const parsed = parseRequest(relocated({ ...request }, folder), file);
    const out = join(folder, 'results', 'made');
    const { outcome } = await auditFiles(parsed, { name: auditName(parsed), out, progress: SILENT });
    return { conclusion: outcome.conclusion, seen: await look(join(folder, 'results')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
