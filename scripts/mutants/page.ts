import { mkdirSync, writeFileSync } from 'node:fs';
import type { Mutant } from './mutations.ts';
import { REASONS } from './reasons.ts';

export interface Tried {
  readonly mutant: Mutant;
  readonly outcome: 'killed' | 'no end' | 'survived' | 'not reached';
  readonly killer: string | null;
}

/** A run that leaves the statistics out has a page of its own. */
const PAGES = { all: 'docs/figures/mutants.md', core: 'docs/figures/mutants-core.md' };
const BARS = { core: 0.85, statistics: 0.9 };

const lives = ({ outcome }: Tried): boolean => outcome === 'survived' || outcome === 'not reached';
/** The line as it stands. */
const lineOf = ({ name }: Mutant): string => name.slice(0, name.lastIndexOf(' → ')).replace(/[«»]/g, '');
const cells = (values: readonly (string | number)[]): string => `| ${values.join(' | ')} |`;
const share = (part: number, whole: number): string => (whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`);

export function writePage(
  tried: readonly Tried[],
  all: readonly Mutant[],
  { isStatistics, page, seed }: { readonly isStatistics: (mutant: Mutant) => boolean; readonly page: boolean; readonly seed: string },
): void {
  const parts = [
    { name: 'statistics', of: isStatistics, bar: BARS.statistics },
    { name: 'the rest of core', of: (mutant: Mutant) => !isStatistics(mutant), bar: BARS.core },
  ].map(({ name, of, bar }) => {
    const own = tried.filter(({ mutant }) => of(mutant));
    const count = (outcome: Tried['outcome']): number => own.filter((each) => each.outcome === outcome).length;
    const dead = own.filter((each) => !lives(each)).length;
    const there = all.filter(of).length;
    return {
      name,
      bar,
      there,
      tried: own.length,
      dead,
      noEnd: count('no end'),
      survived: count('survived'),
      unreached: count('not reached'),
    };
  });
  for (const { name, dead, tried: asked } of parts) console.log(`${name}: ${dead} of ${asked} killed, ${share(dead, asked)}`);
  if (!page) return;
  // What core has in all, if the rest is as its sample.
  const whole = parts.reduce((total, { there }) => total + there, 0);
  const killed = parts.reduce((total, { there, dead, tried: asked }) => total + (asked === 0 ? 0 : (there * dead) / asked), 0);
  const asked = parts.filter(({ tried: own }) => own > 0);
  const rows = asked.map(({ name, there, tried: own, dead, noEnd, survived, unreached, bar }) =>
    cells([name, there, own, dead, noEnd, survived, unreached, share(dead, own), share(bar, 1)]),
  );
  const survivors = tried.filter(lives).map(({ mutant, outcome }) => {
    const reason =
      REASONS[`${mutant.file}: ${mutant.name}`] ??
      REASONS[`${mutant.file}: ${lineOf(mutant)}`] ??
      REASONS[mutant.file] ??
      (outcome === 'not reached' ? 'no test gets there' : 'no test yet');
    return cells([
      `${mutant.file.slice('shared/core/'.length)}:${mutant.line}`,
      `\`${mutant.name.replaceAll('|', '\\|').replaceAll('`', '´')}\``,
      reason,
    ]);
  });
  mkdirSync('docs/figures', { recursive: true });
  writeFileSync(
    asked.some(({ name }) => name === 'statistics') ? PAGES.all : PAGES.core,
    `<!-- written by: npm run mutants -->
# Mutants

Core is changed in one small way after another, and the unit, oracle, property and whole tests are asked whether they notice: operators and
comparisons exchanged, conditions always or never so, numbers one greater (whole ones below 10) or a tenth greater, signs, truths, statements, filters and
sorts left out. Where fewer were tried than there are, they were chosen by a hash${seed === '' ? '' : ` (seed ${seed})`}, so by chance and the same every time.
[adr/mutants.md](../adr/mutants.md) says how.

${cells(['', 'mutants', 'tried', 'killed', 'of them by never ending', 'survived', 'not reached', 'share killed', 'asked'])}
${cells(Array.from({ length: 9 }, () => '---'))}
${rows.join('\n')}

${asked.length < parts.length ? '' : `All of core, the rest counted as its sample: ${share(killed, whole)} killed (asked: ${share(BARS.core, 1)}).\n`}
## Survivors

${cells(['where', 'what was changed', 'why it lives'])}
${cells(['---', '---', '---'])}
${survivors.join('\n')}
`,
  );
}
