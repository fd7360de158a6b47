import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { guard } from '../../shared/adapters/local/interruption.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { jsonLine, type Terminal } from '../command.ts';
import { writeAtomically } from '../write-atomically.ts';
import type { MadeRelease } from './method.ts';

/** All files or none: the folder appears when it is whole. */
export async function writeRelease(out: string, { files, measures, request }: MadeRelease): Promise<void> {
  const parent = dirname(resolve(out));
  const draft = draftBeside(parent, out);
  const guarded = guard({ remove: [draft] });
  try {
    for (const { name, pieces } of files) await writeAtomically(join(draft, name), pieces);
    await writeAtomically(join(draft, 'measures.json'), [`${JSON.stringify(measures, null, 2)}\n`]);
    await writeAtomically(join(draft, 'audit.json'), [`${JSON.stringify(request, null, 2)}\n`]);
    renameSync(draft, out);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  } finally {
    guarded.done();
  }
}

export function summarise(out: string, { measures, notes = [] }: MadeRelease, json: boolean, terminal: Terminal): void {
  if (json) {
    terminal.out.write(jsonLine({ out, measures, notes }));
    return;
  }
  for (const [name, value] of Object.entries(measures)) {
    const figure = typeof value === 'number' && !Number.isInteger(value) ? value.toPrecision(4) : String(value ?? 'not computable');
    terminal.out.write(`${name.padEnd(24)}${figure}\n`);
  }
  for (const note of notes) terminal.out.write(`note: ${note}\n`);
  terminal.out.write(`written to ${out}; next: unveil audit ${join(out, 'audit.json')}\n`);
}

function draftBeside(parent: string, out: string): string {
  try {
    mkdirSync(parent, { recursive: true });
    return mkdtempSync(join(parent, `.${basename(out)}-`));
  } catch (error) {
    throw new BadInput('this folder cannot be made; name another with --out', { file: out }, { cause: error });
  }
}
