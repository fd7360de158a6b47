import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compareAudits } from '../../shared/app/compare/compare-audits.ts';
import type { AuditComparison, ComparedUtility, Difference } from '../../shared/contracts/audit-comparison.ts';
import { percent } from '../../shared/core/findings/figure-text.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { renderComparison } from '../../shared/report/audits-page.ts';
import { type Command, ExitCode, jsonLine } from '../command.ts';
import { attackNames, auditEvidence, type NamedAudit } from '../compare/evidence.ts';
import { type RecordIds, recordIdsAt } from '../compare/record-ids.ts';
import { type ReleaseHere, releaseAt, utilityAt } from '../compare/utility.ts';
import { parseOptions } from '../parse-options.ts';
import { asTable } from '../query/formats.ts';
import { staleNote } from '../query/result-files.ts';
import { type AuditRow, auditsUnder, findAudit } from '../results/audit-folders.ts';
import { writeAtomically } from '../write-atomically.ts';

/** Pairs grow with the square: more than this is no table that anybody reads. */
const MOST = 12;

const help = `unveil compare: audits beside each other, with what of the difference is beyond chance

Usage: unveil compare A B [C ...]

Each is an audit by its name, the beginning of its id or the folder of its results; or a release that was audited: the folder
that "unveil anonymise" made, or an audit.json. Then what it costs its readers stands beside the risk, from measures.json or, with the
original, worked out anew. Compared are releases of one original, person by person, or attackers on one release, row by row;
what nothing pairs is shown without an interval of the difference.

  --attack NAME      of each audit; by default the first attack that all of them have
  --results DIR      where the audits lie (default unveil-results)
  --out DIR          comparison.html and comparison.json (default unveil-comparison); what is there of an earlier run is replaced
  --json             the comparison as JSON on standard output
`;

export const command: Command = {
  help,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions({
      args: [...argv],
      allowPositionals: true,
      options: {
        attack: { type: 'string' },
        results: { type: 'string', default: 'unveil-results' },
        out: { type: 'string', default: 'unveil-comparison' },
        json: { type: 'boolean' },
      },
    });
    if (positionals.length < 2) throw new BadInput('name at least two audits: unveil compare A B');
    if (positionals.length > MOST) throw new BadInput(`at most ${MOST} audits are compared at once; these are ${positionals.length}`);
    mayReplace(values.out);
    const found: Found[] = [];
    for (const wanted of positionals) found.push(await auditNamed(wanted, values.results));
    const twice = found.find(
      ({ audit }, at) => found.findIndex((other) => other.audit.auditId === audit.auditId && other.audit.folder === audit.folder) < at,
    );
    if (twice !== undefined) throw new BadInput(`"${twice.wanted}" is an audit that is named twice`);
    const attack = values.attack ?? (await commonAttack(found));
    const names = distinctNames(found);
    const evidence = [];
    for (const { audit } of found) {
      const note = staleNote(audit.folder);
      if (note !== null) terminal.err.write(`unveil: note: ${note}\n`);
    }
    for (const [at, { audit, utility, records }] of found.entries())
      evidence.push(await auditEvidence({ name: names[at] as string, audit, attack, utility, records } satisfies NamedAudit));
    const comparison = compareAudits(evidence);
    await writeAtomically(join(values.out, 'comparison.html'), [renderComparison(comparison)]);
    const json = `${JSON.stringify(comparison, null, 2)}\n`;
    await writeAtomically(join(values.out, 'comparison.json'), [json]);
    terminal.out.write(values.json === true ? jsonLine(comparison) : textOf(comparison, values.out));
    return ExitCode.done;
  },
};

interface Found {
  readonly wanted: string;
  readonly audit: AuditRow;
  readonly utility: ComparedUtility | null;
  readonly records: RecordIds | null;
}

async function auditNamed(wanted: string, results: string): Promise<Found> {
  const isRelease = /audit\.json$/i.test(wanted) || existsSync(join(wanted, 'audit.json'));
  if (!isRelease || existsSync(join(wanted, '_SUCCESS.json')))
    return { wanted, audit: await findAudit(wanted, results), utility: null, records: null };
  const here = await releaseAt(wanted);
  const audit = await auditOf(here, wanted, results);
  return { wanted, audit, utility: await utilityAt(here, String(audit.row.kind)), records: await recordIdsAt(here) };
}

/** The audit of this very file; of several the one that is called as its folder is. */
async function auditOf({ sha256, folder }: ReleaseHere, wanted: string, results: string): Promise<AuditRow> {
  const all = existsSync(results) ? (await auditsUnder(results)).filter(({ row }) => row.release_sha256 === sha256) : [];
  const called = [
    all.filter((audit) => basename(audit.folder) === basename(folder)),
    all.filter(({ row }) => row.name === basename(folder)),
  ];
  const fitting = called.find(({ length }) => length === 1) ?? all;
  const [first, another] = fitting;
  if (first === undefined)
    throw new BadInput(`this release is not audited yet: unveil audit ${wanted.endsWith('.json') ? wanted : join(wanted, 'audit.json')}`, {
      file: wanted,
    });
  if (another !== undefined)
    throw new BadInput(
      `${fitting.length} audits are of this release: ${fitting.map(({ folder }) => folder).join(', ')}; name the folder of one`,
      { file: wanted },
    );
  return first;
}

async function commonAttack(found: readonly Found[]): Promise<string | null> {
  const names: string[][] = [];
  for (const { audit } of found) names.push(await attackNames(audit.folder));
  return names[0]?.find((name) => names.every((own) => own.includes(name))) ?? null;
}

/** By their audits' names; where two are the same, by their folders, else by their ids. */
function distinctNames(found: readonly Found[]): string[] {
  const candidates = [
    found.map(({ audit }) => String(audit.row.name)),
    found.map(({ audit }) => basename(audit.folder)),
    found.map(({ wanted }) => wanted),
    found.map(({ audit }) => audit.auditId),
  ];
  return candidates.find((names) => new Set(names).size === names.length) ?? found.map((_, at) => String(at + 1));
}

function mayReplace(out: string): void {
  if (existsSync(out) && !statSync(out).isDirectory())
    throw new BadInput('this is not a folder; the comparison is written to a folder', { file: out });
}

function textOf({ verdict, notices, audits, differences, judgedBy }: AuditComparison, out: string): string {
  const shown = audits.map(({ name, attack, figures, utility }) => [
    name,
    attack,
    ...[figures.named_80, figures.surest, figures.precision, figures.recall, figures.f1].map(({ value }) => percent(value)),
    percent(utility?.pairCountError ?? null),
    percent(utility?.ncp ?? null),
  ]);
  const beside = asTable(
    { columns: ['audit', 'attack', 'named at 80 %', 'surest guess', 'precision', 'recall', 'F1', 'pair-count error', 'NCP'], rows: shown },
    Infinity,
  );
  const apart = differences
    .filter(({ measure }) => measure === judgedBy)
    .map((each) => `${each.first} less ${each.second}: ${differenceText(each)}`);
  return [
    verdict,
    ...notices.map((notice) => `note: ${notice}`),
    '',
    beside.replace(/\d+ rows?\n$/, ''),
    ...apart,
    `page: ${join(out, 'comparison.html')}`,
    '',
  ].join('\n');
}

function differenceText({ difference, low, high, finding, reason }: Difference): string {
  const points = (value: number): string => `${value > 0 ? '+' : ''}${(100 * value).toFixed(1)}`;
  if (difference === null) return reason ?? finding;
  return low === null || high === null
    ? `${points(difference)} points; no interval: ${reason}`
    : `${points(difference)} points (${points(low)} to ${points(high)}), ${finding}`;
}
