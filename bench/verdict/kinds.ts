import type { VerdictTrials } from './made-release.ts';

/** The made releases of every kind, or of those that UNVEIL_KINDS names. */
export async function verdictTrials(): Promise<readonly VerdictTrials[]> {
  const all = await Promise.all([
    import('./set-generalised.ts'),
    import('./local.ts'),
    import('./groups.ts'),
    import('./relational.ts'),
    import('./disassociated.ts'),
    import('./graph.ts'),
    import('./places.ts'),
    import('./query-log.ts'),
    import('./sanitised-text.ts'),
    import('./counts.ts'),
  ]);
  const wanted = process.env['UNVEIL_KINDS']?.split(',');
  return all.map(({ TRIALS }) => TRIALS).filter(({ kind }) => wanted === undefined || wanted.includes(kind));
}
