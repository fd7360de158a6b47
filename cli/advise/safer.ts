import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { moveIntoPlace } from '../../shared/adapters/local/durable.ts';
import { guard } from '../../shared/adapters/local/interruption.ts';
import type { Advice } from '../../shared/contracts/advice.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { EXPOSURES, GROUPS } from '../../shared/contracts/detail-tables.ts';
import type { VerdictText } from '../../shared/contracts/verdict.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { OFFERS_OF } from '../../shared/kinds/offers.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { withAudited } from '../../shared/kit/advise/advice-text.ts';
import { afterAudit, NotKept, STEPS_BESIDE } from '../../shared/kit/advise/advise.ts';
import type { Advise, AdviseAsked, Suggestion } from '../../shared/kit/offers.ts';
import { makersHere } from '../anonymise/makers-here.ts';
import { adviceFiles, openDraft, writeFiles } from '../anonymise/write-release.ts';
import { auditFilesOf } from '../audit/audit-files.ts';
import { withConstraints } from '../audit/inputs.ts';
import { isRequestFile, parseRequest, readRequestFile, relocated } from '../audit/request.ts';
import { fromOptions, mergeRequests, type Values } from '../audit/request-of-options.ts';
import type { Terminal } from '../command.ts';
import { debugFailures } from '../debug-failures.ts';
import { terminalProgress } from '../progress.ts';
import { tableRows } from '../results/audit-folders.ts';
import { writeAtomically } from '../write-atomically.ts';

/** A release, the folder that `unveil anonymise` made, or an `audit.json`; options win. */
export async function requestOf(release: string, values: Values): Promise<AuditRequest> {
  const inside = join(release, 'audit.json');
  const isFolder = statSync(release, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder && !existsSync(inside))
    throw new BadInput('there is no audit.json in this folder; name the release itself', { file: release });
  const file = isFolder ? inside : release;
  const raw = isFolder || isRequestFile(file) ? readRequestFile(file) : { release: file };
  return withConstraints(parseRequest(mergeRequests(raw, fromOptions(values)), file));
}

/** The kind that advises: only tables have roles. */
export function adviserOf({ roles, columns }: AuditRequest): Advise {
  const wanted = roles === undefined && columns === undefined ? 'transactions' : 'columns';
  const [advise] = KINDS.flatMap(({ name, holds }) => (holds === wanted ? [OFFERS_OF[name].advise] : [])).filter(
    (each) => each !== undefined,
  );
  return advise;
}

const AUDIT_STEPS = 1;

/** Finds a safer release, audits it, and writes all to a new folder. */
export async function writeSafer(asked: AdviseAsked, out: string, terminal: Terminal): Promise<{ advice: Advice; release: string }> {
  const { request, rounds } = asked;
  const { draft, guarded } = openDraft(resolve(out));
  const readers = makersHere(terminal, request.encoding);
  const { progress } = readers;
  progress.plan?.(rounds + STEPS_BESIDE + AUDIT_STEPS);
  try {
    const safer = await adviserOf(request).safer(asked, readers);
    progress.step('audit the result', null);
    await writeFiles(draft, safer);
    const whole = { ...parseRequest(relocated(safer.request, draft)), ...safer.audited };
    const { outcome } = await auditFilesOf(KINDS, whole, {
      name: 'advised',
      out: join(draft, 'audit'),
      progress: {
        step: (name, total) => progress.part?.(name, total),
        part: (name, total) => progress.part?.(name, total),
        advance: (done) => progress.advance(done),
        end: () => {},
      },
      ...debugFailures(terminal),
    });
    const { verdict, findings } = outcome.conclusion;
    const { text } = JSON.parse(readFileSync(join(draft, 'audit', 'verdict.json'), 'utf8')) as { readonly text: VerdictText };
    const advice = withAudited(afterAudit(safer.advice, findings), verdict.level, text.headline);
    for (const { name, pieces } of adviceFiles({ ...safer, advice })) await writeAtomically(join(draft, name), pieces);
    moveIntoPlace(draft, resolve(out));
    return { advice, release: safer.files[0].name };
  } catch (error) {
    if (error instanceof NotKept) throw new BadInput(error.message, { file: request.release }, { cause: error });
    throw error;
  } finally {
    progress.end();
    rmSync(draft, { recursive: true, force: true });
    guarded.done();
  }
}

/** Generalised items that are revealed, and the neighbours that do. Safer releases cannot be tried without the original. */
export async function suggestionsFor(request: AuditRequest, certainty: number, terminal: Terminal): Promise<Suggestion[]> {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-advise-'));
  const guarded = guard({ remove: [folder] });
  const results = join(folder, 'results');
  const asked: AuditRequest = {
    ...request,
    claim: {},
    attacks: ['calibrated'],
    output: { attacked: false, json: false, csv: false, redact: false },
  };
  const { gate: _gate, ...audited } = asked;
  try {
    const heard = { progress: terminalProgress(terminal), ...debugFailures(terminal) };
    await auditFilesOf(KINDS, audited, { name: 'advise', out: results, ...heard });
    const named = new Map<number, { readonly people: Set<number>; readonly by: Map<string, number> }>();
    for await (const row of tableRows(results, EXPOSURES, ['attack', 'person', 'unit', 'probability', 'betrayed_by'])) {
      if (row.attack !== 'calibrated' || Number(row.probability) < certainty) continue;
      const unit = named.get(Number(row.unit)) ?? { people: new Set<number>(), by: new Map<string, number>() };
      unit.people.add(Number(row.person));
      if (row.betrayed_by !== null) unit.by.set(String(row.betrayed_by), (unit.by.get(String(row.betrayed_by)) ?? 0) + 1);
      named.set(Number(row.unit), unit);
    }
    const suggestions: Suggestion[] = [];
    for await (const row of tableRows(results, GROUPS, ['attack', 'group_number', 'members', 'rows'])) {
      const unit = row.attack === 'calibrated' ? named.get(Number(row.group_number)) : undefined;
      if (unit === undefined) continue;
      const [most] = [...unit.by].toSorted(([, a], [, b]) => b - a);
      suggestions.push({
        members: JSON.parse(String(row.members)) as string[],
        named: unit.people.size,
        transactions: Number(row.rows),
        withhold: most?.[0] ?? null,
      });
    }
    return suggestions.toSorted((a, b) => b.named - a.named);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    guarded.done();
  }
}
