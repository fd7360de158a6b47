// npm run performance-page: docs/performance.md, where each figure is. Each is written by its bench, never by hand.
import { globSync, readFileSync, writeFileSync } from 'node:fs';

const WRITTEN = /^<!-- written by: npm run bench -- (\S+) -->\n/;

/** The first line that says what was measured. */
function titleOf(text: string): string {
  const line = text.split('\n').find((each) => /^[A-Z#*].{10,}/.test(each)) ?? 'figures';
  const plain = line.replaceAll(/[#*`|[\]()]/g, '').trim();
  return plain.length > 100 ? `${plain.slice(0, 97)}...` : plain;
}

const parts = globSync('docs/figures/*.md')
  .toSorted()
  .flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const name = WRITTEN.exec(text)?.[1];
    return name === undefined ? [] : [`| \`${name}\` | [${titleOf(text.replace(WRITTEN, ''))}](${file.replace('docs/', '')}) |`];
  });
const head = [
  '<!-- written by: npm run performance-page -->',
  '# Performance',
  '',
  'What each bench measured when it last ran: `npm run bench -- NAME` measures anew.',
  'Seconds are those of the machine that is named, and of how busy it was; ratios in one run travel further.',
  '',
  '| bench | what it measured |',
  '|---|---|',
];
writeFileSync('docs/performance.md', `${[...head, ...parts].join('\n')}\n`);
