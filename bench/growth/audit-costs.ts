import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAudit } from '../audit-run.ts';
import { runCommand } from '../command.ts';
import { type Shape, writeRelease } from './release.ts';

interface AuditCosts {
  /** Milliseconds of processor time of each step. */
  readonly steps: ReadonlyMap<string, number>;
  readonly megabytes: number;
}

/** An audit of a release of some shape, with its original, in a process of its own. */
export function auditCosts(shape: Shape, attacks: readonly string[] = []): AuditCosts {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-growth-'));
  const at = (name: string): string => join(folder, name);
  try {
    writeRelease(folder, shape);
    const sources = Array.from({ length: shape.sources }, (_, source) => {
      runCommand(['corpus', 'build', '--from', at(`documents-${source}.txt`), '--format', 'lines', '--out', at(`index-${source}`)]);
      return ['--source', at(`index-${source}`)];
    });
    const asked = attacks.length === 0 ? [] : ['--attack', attacks.join()];
    const run = runAudit(folder, [at('release.txt'), '--original', at('original.txt'), ...sources.flat(), ...asked]);
    if (run.status !== 0) throw new Error(run.message);
    const steps = run.steps.split(', ').map((step): [string, number] => {
      const cut = step.lastIndexOf(' ');
      return [step.slice(0, cut), Number(step.slice(cut + 1))];
    });
    return { steps: new Map([...steps, ['all', 1000 * run.user]]), megabytes: run.megabytes };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
