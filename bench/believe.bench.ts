// Compares statements with what comes true: a section a question, all on one page. Sections are files of bench/believe; UNVEIL_SECTIONS
// names those to run (comma between), and the others keep what the page has of them. UNVEIL_DATA as in the bench `calibrated`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { order } from './believe/order.ts';
import type { MakeSection, Section } from './believe/section.ts';
import { shifts } from './believe/shifts.ts';
import type { Bar } from './bench.ts';

/** In the order of the page. */
const SECTIONS: Readonly<Record<string, MakeSection>> = { order, shifts };

const PAGE = 'docs/figures/believe.md';
const HEAD = `<!-- written by: npm run bench -- believe -->
What is stated, held against what comes true, on made releases whose truth is at hand. [risk.md](../risk.md) says what follows.
`;

export async function bench(): Promise<readonly Bar[]> {
  const asked = process.env['UNVEIL_SECTIONS']?.split(',') ?? Object.keys(SECTIONS);
  const bars: Bar[] = [];
  for (const name of asked) {
    const make = SECTIONS[name];
    if (make === undefined) throw new Error(`no section "${name}"; there are: ${Object.keys(SECTIONS).join(', ')}`);
    console.log(`  ${name}`);
    const section = await make((line) => console.log(`    ${line}`));
    bars.push(...section.bars);
    // Written at once: a bench of hours that is stopped keeps what it found.
    writePage(name, section);
  }
  return bars;
}

function writePage(name: string, section: Section): void {
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  const parts = Object.keys(SECTIONS).flatMap((each) => (each === name ? [textOf(name, section)] : (kept(page, each) ?? [])));
  mkdirSync('docs/figures', { recursive: true });
  writeFileSync(PAGE, `${HEAD}\n${parts.join('\n')}`);
}

const mark = (name: string): string => `<!-- section ${name} -->\n`;
const END = '<!-- end -->\n';

function kept(page: string, name: string): string | null {
  const start = page.indexOf(mark(name));
  return start < 0 ? null : page.slice(start, page.indexOf(END, start) + END.length);
}

function textOf(name: string, { title, note, header, rows, bars }: Section): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const table = (head: readonly string[], body: readonly (readonly string[])[]): string =>
    [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
  const held = bars.map(({ what, figure, bar, met }) => [what, figure, bar, met ? 'yes' : 'no']);
  return `${mark(name)}## ${title}\n\n${note}\n\n${table(['held to', 'figure', 'asked', 'met'], held)}\n\n${table(header, rows)}\n${END}`;
}
