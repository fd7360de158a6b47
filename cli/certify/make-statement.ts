import { join } from 'node:path';
import { ATTACKS } from '../../shared/contracts/audit-tables.ts';
import type { Estimate } from '../../shared/contracts/report-data.ts';
import { STATEMENT_VERSION, type Statement } from '../../shared/contracts/statement.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { fileDigest, readTextFile } from '../read-files.ts';
import { type AuditRow, tableRows } from '../results/audit-folders.ts';
import { readConclusion } from '../results/read-conclusion.ts';

interface Signing {
  readonly signer: string | null;
  readonly now: Date;
}

/** Reads the results of an audit and checks every file: changed results are not certified. */
export async function makeStatement({ folder, row, auditId }: AuditRow, { signer, now }: Signing): Promise<Statement> {
  const results = await unchangedFiles(folder);
  const original = row.original_sha256 === null ? null : String(row.original_sha256);
  return {
    version: STATEMENT_VERSION,
    signer,
    signedAt: now.toISOString(),
    audit: {
      id: auditId,
      name: String(row.name),
      kind: String(row.kind),
      day: String(row.started).slice(0, 10),
      unveilVersion: String(row.unveil_version),
      requestSha256: String(row.request_hash),
      seed: String(row.seed),
    },
    conclusion: readConclusion(folder),
    inputs: [
      { role: 'release', sha256: String(row.release_sha256) },
      ...(original === null ? [] : [{ role: 'original' as const, sha256: original }]),
    ],
    people: Number(row.transactions),
    sources: JSON.parse(String(row.sources)),
    attackers: await attackersIn(folder),
    results,
    doesNotProve: limits(original !== null),
  };
}

function limits(hasOriginal: boolean): string[] {
  return [
    'That the release is safe. A stronger attacker, another source of knowledge, or a later version of unveil may undo more; figures are those of the attackers named here.',
    'That the release is lawful to publish, or anonymous in the sense of any law.',
    'That the files are what their names say: the hashes tell which files were audited, not where they come from.',
    ...(hasOriginal ? [] : ['How often the attacks are right: no original was given, so precision and recall are not known.']),
    'That direct identifiers, free text, or other releases of the same people give nothing away, unless a finding above speaks of them.',
    'Where coverage is low, that the attack fails: the source knew little of these items.',
    'When it was signed, or by whom, beyond this: that whoever holds the private key signed exactly this text and page.',
  ];
}

async function unchangedFiles(folder: string): Promise<Statement['results']> {
  const listed = JSON.parse(readTextFile(join(folder, '_SUCCESS.json'))) as { readonly files: Statement['results'] };
  for (const { key, sha256 } of listed.files) {
    let found: string;
    try {
      found = await fileDigest(join(folder, key));
    } catch (error) {
      throw new BadInput('this file of the results is gone; run the audit again', { file: join(folder, key) }, { cause: error });
    }
    if (found !== sha256) throw new BadInput('this file was changed after the audit; run the audit again', { file: join(folder, key) });
  }
  return listed.files.map(({ key, bytes, sha256 }) => ({ key, bytes, sha256 }));
}

const RATES = [
  'precision',
  'precision_low',
  'precision_high',
  'recall',
  'recall_low',
  'recall_high',
  'precision_lift',
  'precision_lift_low',
  'precision_lift_high',
] as const;

const figure = (value: unknown): number | null => (typeof value === 'number' ? value : null);
async function attackersIn(folder: string): Promise<Statement['attackers']> {
  const rows = await Array.fromAsync(
    tableRows(folder, ATTACKS, ['attack', 'attack_version', 'parameters', 'baseline', 'status', 'coverage', ...RATES]),
  );
  return rows.map((row) => {
    const rate = (name: 'precision' | 'recall' | 'precision_lift'): Estimate => ({
      value: figure(row[name]),
      low: figure(row[`${name}_low`]),
      high: figure(row[`${name}_high`]),
    });
    return {
      attack: String(row.attack),
      version: Number(row.attack_version),
      parameters: String(row.parameters),
      baseline: row.baseline === true,
      status: String(row.status),
      coverage: figure(row.coverage),
      precision: rate('precision'),
      recall: rate('recall'),
      precisionLift: rate('precision_lift'),
    };
  });
}
