import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '../../shared/core/verdict/finding.ts';
import type { WayVerdict } from '../../shared/core/verdict/verdict.ts';
import type { Conclusion } from '../../shared/kit/publish/conclude.ts';
import { said } from './said.ts';

/** Writes files and audits them; arguments that name one of them become paths. */
export async function verdictOfFiles(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-verdict-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const given = args.map((arg) => (arg in files ? join(folder, arg) : arg));
    const { status, out, err } = await said('audit', ...given, '--json', '--out', join(folder, 'out'));
    const gate = join(folder, 'out', 'gate.json');
    if (out === '') throw new Error(err);
    const summary = JSON.parse(out) as Pick<Conclusion, 'verdict' | 'claims' | 'findings'> & {
      readonly headline: string;
      readonly next: string;
    };
    return {
      status,
      ...summary,
      way: (name: WayVerdict['way']): WayVerdict => summary.verdict.ways.find(({ way }) => way === name) as WayVerdict,
      of: (attack: string): Finding[] => summary.findings.filter((finding) => finding.attack === attack),
      gate: existsSync(gate) ? (JSON.parse(readFileSync(gate, 'utf8')) as Conclusion['gate']) : null,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
