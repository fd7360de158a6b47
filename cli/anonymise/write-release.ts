import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { draftBeside, sweepFolder } from '../../shared/adapters/local/drafts.ts';
import { makePrivate, moveIntoPlace } from '../../shared/adapters/local/durable.ts';
import { guard, type InterruptionGuard } from '../../shared/adapters/local/interruption.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { AdvisedRelease, MadeRelease } from '../../shared/kit/offers.ts';
import { renderAdvice } from '../../shared/report/advice-page.ts';
import { jsonLine, type Terminal } from '../command.ts';
import { writeAtomically } from '../write-atomically.ts';

/** All files or none: the folder appears when it is whole. */
export async function writeRelease(out: string, made: Files): Promise<void> {
  const { draft, guarded } = openDraft(resolve(out));
  try {
    await writeFiles(draft, made);
    moveIntoPlace(draft, resolve(out));
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  } finally {
    guarded.done();
  }
}

type Files = Pick<MadeRelease, 'files' | 'measures' | 'request'>;

export async function writeFiles(folder: string, { files, measures, request }: Files): Promise<void> {
  for (const { name, pieces } of files) await writeAtomically(join(folder, name), pieces);
  await writeAtomically(join(folder, 'measures.json'), [`${JSON.stringify(measures, null, 2)}\n`]);
  await writeAtomically(join(folder, 'audit.json'), [`${JSON.stringify(request, null, 2)}\n`]);
}

/** Changes with reasons, and tried moves. */
export const adviceFiles = ({ advice, changes }: Pick<AdvisedRelease, 'advice' | 'changes'>): MadeRelease['files'] => [
  { name: 'changes.jsonl', pieces: changes.map((change) => `${JSON.stringify(change)}\n`) },
  { name: 'advice.json', pieces: [`${JSON.stringify(advice, null, 2)}\n`] },
  { name: 'advice.html', pieces: [renderAdvice(advice)] },
];

export function sayWhatWasMade(
  out: string,
  { measures, notes = [], nothingToAttack = false }: MadeRelease,
  json: boolean,
  terminal: Terminal,
): void {
  if (json) {
    terminal.out.write(jsonLine({ out, measures, notes }));
    return;
  }
  for (const [name, value] of Object.entries(measures)) {
    const figure = typeof value === 'number' && !Number.isInteger(value) ? value.toPrecision(4) : String(value ?? 'not computable');
    terminal.out.write(`${name.padEnd(24)}${figure}\n`);
  }
  for (const note of notes) terminal.out.write(`note: ${note}\n`);
  const next = nothingToAttack
    ? 'nothing is generalised in it: there is nothing to audit'
    : `next: unveil audit ${join(out, 'audit.json')}`;
  terminal.out.write(`written to ${out}; ${next}\n`);
}

/** For the owner alone until it is whole, and after: the original is in it. */
export function openDraft(out: string): { readonly draft: string; readonly guarded: InterruptionGuard } {
  const draft = draftBeside(out);
  const guarded = guard({ remove: [draft] });
  try {
    makePrivate(dirname(out));
    sweepFolder(dirname(out));
    mkdirSync(draft, { mode: 0o700 });
    return { draft, guarded };
  } catch (error) {
    guarded.done();
    throw new BadInput('this folder cannot be made; name another with --out', { file: out }, { cause: error });
  }
}
