// npm run performance-page: docs/performance.md, all that benches measured on one page. Each figure is written by its bench, never by hand; its links go from docs/figures.
import { globSync, readFileSync, writeFileSync } from 'node:fs';

const WRITTEN = /^<!-- written by: npm run bench -- (\S+) -->\n/;

const parts = globSync('docs/figures/*.md')
  .toSorted()
  .flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const name = WRITTEN.exec(text)?.[1];
    return name === undefined ? [] : [`## ${name}\n\n${text.replace(WRITTEN, '').replaceAll('](../', '](').trim()}`];
  });
const head = [
  '<!-- written by: npm run performance-page -->',
  '# Performance',
  '',
  'What each bench measured when it last ran: `npm run bench -- NAME` measures anew, `npm run performance-page` puts the page together.',
  'Seconds are those of the machine that is named, and of how busy it was; ratios in one run travel further.',
];
writeFileSync('docs/performance.md', `${[head.join('\n'), ...parts].join('\n\n')}\n`);
