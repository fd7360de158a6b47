import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import type { AuditComparison, ComparedUtility, Difference } from '../../shared/contracts/audit-comparison.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { percent } from '../../shared/core/verdict/figure-text.ts';
import { ATTACK_NAMES } from '../../shared/kinds/registry.ts';
import type { RecordIds } from '../../shared/kit/offers.ts';
import type { Options } from '../../shared/kit/option.ts';
import { compareAudits } from '../../shared/pipeline/compare/compare-audits.ts';
import { renderComparison } from '../../shared/report/audits-page.ts';
import { parseRequest, readRequestFile } from '../audit/request.ts';
import { type Command, ExitCode, jsonLine, optionHelp, parseOptions } from '../command.ts';
import { attackNames, auditEvidence, type NamedAudit } from '../compare/evidence.ts';
import { offersOf } from '../offers.ts';
import { asTable } from '../query/formats.ts';
import { staleNote } from '../query/result-files.ts';
import { readersHere } from '../readers.ts';
import { type AuditRow, auditsUnder, findAudit } from '../results/audit-folders.ts';
import { writeAtomically } from '../write-atomically.ts';

/** Pairs grow with the square: more than this is no table that anybody reads. */
const MOST = 12;

const OPTIONS = {
  attack: {
    type: 'string',
    value: 'NAME',
    values: ATTACK_NAMES,
    help: 'of each audit; by default the first attack that all of them have',
  },
  results: { type: 'string', value: 'DIR', default: 'unveil-results', help: 'where the audits lie (default unveil-results)' },
  out: {
    type: 'string',
    value: 'DIR',
    default: 'unveil-comparison',
    help: 'comparison.html and comparison.json (default unveil-comparison); what is there of an earlier run is replaced',
  },
  json: { type: 'boolean', help: 'the comparison as JSON on standard output' },
} as const satisfies Options;

const help = `unveil compare: audits beside each other, with what of the difference is beyond chance

Usage: unveil compare A B [C ...]

Each is an audit by its name, the beginning of its id or the folder of its results; or a release that was audited: the folder
that "unveil anonymise" made, or an audit.json. Then what it costs its readers stands beside the risk, from measures.json or, with the
original, worked out anew. Compared are releases of one original or one register (--external), person by person, or attackers on
one release, row by row; what nothing pairs is shown without an interval of the difference.

${optionHelp(OPTIONS)}`;

export const command: Command = {
  help,
  options: OPTIONS,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions(argv, OPTIONS);
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
      evidence.push(await auditEvidence({ name: names[at], audit, attack, utility, records } satisfies NamedAudit));
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
  const kind = String(audit.row.kind);
  return { wanted, audit, utility: await utilityAt(here, kind), records: await recordIdsAt(here, kind) };
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

/** A release on this machine, with the request that audits it. */
interface ReleaseHere {
  readonly folder: string;
  readonly request: AuditRequest;
  readonly sha256: string;
}

/** Reads an `audit.json`, or the one in a folder, such as the output of `unveil anonymise`. */
async function releaseAt(path: string): Promise<ReleaseHere> {
  const file = /\.json$/i.test(path) ? path : join(path, 'audit.json');
  if (!existsSync(file)) throw new BadInput('there is no audit.json here', { file: path });
  const request = parseRequest(readRequestFile(file), file);
  const hash = createHash('sha256');
  for await (const piece of await fileBytes(request.release)) hash.update(piece);
  return { folder: dirname(file), request, sha256: hash.digest('hex') };
}

/** Utility lost: as the anonymiser wrote it down, else computed. Null if it cannot be. `kind`: the kind of the audit. */
async function utilityAt({ folder, request }: ReleaseHere, kind: string): Promise<ComparedUtility | null> {
  const found = measured(join(folder, 'measures.json'));
  if (found !== null || request.original === undefined) return found;
  const lost = await offersOf(kind)?.utility?.(request, request.original, readersHere(request.encoding));
  return lost === undefined || lost === null ? null : { from: 'recomputed', ...lost };
}

/** Anonymisers shuffle records, and write the original in the same order. Null unless the kind names people by their records. */
async function recordIdsAt({ request: { original, encoding } }: ReleaseHere, kind: string): Promise<RecordIds | null> {
  if (original === undefined) return null;
  return (await offersOf(kind)?.records?.(original, readersHere(encoding))) ?? null;
}

function measured(file: string): ComparedUtility | null {
  if (!existsSync(file)) return null;
  let found: unknown;
  try {
    found = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new BadInput('this is not JSON', { file }, { cause: error });
  }
  const { pairCountError, ncp } = (found ?? {}) as { readonly pairCountError?: unknown; readonly ncp?: unknown };
  if (typeof pairCountError !== 'number' && typeof ncp !== 'number') return null;
  const figure = (value: unknown): number | null => (typeof value === 'number' ? value : null);
  return { from: 'measures.json', pairCountError: figure(pairCountError), ncp: figure(ncp) };
}
