import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import { plural } from '../../shared/app/audit/publish/text.ts';
import { AUTO } from '../../shared/app/audit/read/kind-of.ts';
import { type OpenedFile, openFile, readOpened } from '../../shared/app/read-release.ts';
import { RELEASE_KINDS, type ReleaseKind } from '../../shared/contracts/audit-request.ts';
import type { Violation } from '../../shared/core/breach/check-release.ts';
import { describeViolation } from '../../shared/core/breach/describe-violation.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { checkClusters } from '../../shared/kinds/disassociated/check/check-clusters.ts';
import { parseBytes } from '../../shared/kinds/disassociated/read/read-disassociated.ts';
import { KIND_OF } from '../../shared/kinds/registry.ts';
import { wholeNumber } from '../anonymise/numbers.ts';
import { checkSupports } from '../check-supports.ts';
import { ExitCode, type Terminal } from '../command.ts';
import { STRUCTURE_CHECKS } from './structure-checks.ts';

const SHOWN = 10;

export interface CheckValues {
  readonly k?: string | undefined;
  readonly m?: string | undefined;
  readonly constraints?: string | undefined;
  readonly original?: string | undefined;
  readonly external?: string | undefined;
  readonly kind?: string | undefined;
  readonly encoding?: string | undefined;
  readonly strict: boolean;
  readonly json: boolean;
  readonly all: boolean;
}

function notOfKind(kind: string, file: OpenedFile): BadInput {
  if (!isKind(kind)) return new BadInput(`--kind is one of: ${RELEASE_KINDS.join(', ')}`);
  const { is, why } = KIND_OF[kind].tells(file, { kind });
  return new BadInput(`--kind ${kind}: it is not${is === 'no' ? `: ${why}` : ''}`, { file: file.name });
}

const isKind = (kind: string): kind is ReleaseKind => RELEASE_KINDS.some((name) => name === kind);

/** `unveil check` of what is told by its content: sets, clusters, and what is attacked by its structure. */
export async function checkReleaseFile(path: string, values: CheckValues, terminal: Terminal): Promise<ExitCode> {
  const reading = { gunzip, tables: tableFiles, encoding: values.encoding };
  const file = await openFile({ name: path, bytes: await fileBytes(path) }, reading);
  const structure = STRUCTURE_CHECKS.find((check) => check.tells(file, values.kind ?? AUTO).is === 'yes');
  if (structure === undefined && values.kind !== undefined && values.kind !== AUTO) throw notOfKind(values.kind, file);
  if (structure !== undefined) {
    const claimed = values.k === undefined ? null : wholeNumber(values.k, '--k', 1);
    const named = async (given: string | undefined) => (given === undefined ? null : { name: given, bytes: await fileBytes(given) });
    const [original, external] = [await named(values.original), await named(values.external)];
    if (external !== null && structure.external !== true)
      throw new BadInput('--external is for sanitised texts; others are checked without it', { file: external.name });
    const most = values.all ? Number.POSITIVE_INFINITY : SHOWN;
    return structure.run(file, { k: claimed, original, external, json: values.json, most }, terminal);
  }
  if (values.k === undefined) throw new BadInput('say what is claimed: --k 3');
  if (values.original !== undefined)
    throw new BadInput('--original is for groups, local, places, graphs and texts; others are checked by themselves');
  if (values.external !== undefined) throw new BadInput('--external is for sanitised texts; others are checked without it');
  const k = wholeNumber(values.k, '--k', 1);
  const m = values.m === undefined ? null : wholeNumber(values.m, '--m', 1);
  const opened = readOpened(file, reading);
  if (opened.kind !== 'clusters') {
    if (values.strict) throw new BadInput('--strict is for disassociated releases; this one is not');
    const constraints = values.constraints ?? null;
    if (constraints !== null && m !== null) throw new BadInput('either --constraints, or --m for every combination of published items');
    return checkSupports(
      { file: path, k, m, constraints },
      opened.transactions,
      { json: values.json, most: values.all ? Number.POSITIVE_INFINITY : SHOWN },
      terminal,
    );
  }
  if (values.constraints !== undefined) throw new BadInput('--constraints is for set-generalised releases; this one is disassociated');
  const claim = { k, m: m ?? 2 };
  const { release, warnings } = await parseBytes(opened.bytes, path);
  for (const { message } of warnings) terminal.err.write(`unveil: ${path}: note: ${message}\n`);
  const violations = checkClusters(release, claim, { strict: values.strict });

  if (values.json) for (const violation of violations) terminal.out.write(`${JSON.stringify(violation)}\n`);
  else {
    const shown = new Map<string, Violation[]>();
    for (const violation of violations) shown.set(violation.rule, [...(shown.get(violation.rule) ?? []), violation]);
    for (const [rule, found] of shown) {
      terminal.out.write(`${rule}: ${found.length} violation${found.length === 1 ? '' : 's'}\n`);
      for (const each of values.all ? found : found.slice(0, SHOWN)) terminal.out.write(`  ${describeViolation(each)}\n`);
      if (!values.all && found.length > SHOWN) terminal.out.write(`  ... and ${found.length - SHOWN} more (--all, --json)\n`);
    }
    const size = release.clusters.reduce((sum, cluster) => sum + cluster.size, 0);
    const claimed = `${claim.k}^${claim.m}-anonymous${values.strict ? ' (strict)' : ''}`;
    terminal.out.write(
      `${path}: ${plural(release.clusters.length, 'cluster')} for ${plural(size, 'transaction')}: ${violations.length === 0 ? '' : 'NOT '}${claimed}\n`,
    );
  }
  return violations.length === 0 ? ExitCode.done : ExitCode.claimFalse;
}
