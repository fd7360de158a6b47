// npm run bench [-- NAME ...]: runs the benches by name, all of them without one. A bench is bench/NAME.bench.ts exporting `bench`; one that also
// exports `note` gets a page of figures with its bars, the others write their own.
import { globSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Bench, machine, writeFigures } from './bench.ts';

const wanted = process.argv.slice(2);
const files = globSync('bench/**/*.bench.ts').toSorted();
const nameOf = (file: string): string => file.replace(/^bench\//, '').replace(/\.bench\.ts$/, '');
const unknown = wanted.filter((name) => !files.some((file) => nameOf(file) === name));
if (unknown.length > 0) {
  console.error(`no such bench: ${unknown.join(', ')}; there are: ${files.map(nameOf).join(', ')}`);
  process.exit(2);
}

console.log(machine());
let short = 0;
for (const file of files.filter((candidate) => wanted.length === 0 || wanted.includes(nameOf(candidate)))) {
  console.log(`\n${nameOf(file)}`);
  const { bench, note } = (await import(pathToFileURL(file).href)) as { readonly bench: Bench; readonly note?: string };
  const bars = await bench();
  if (note !== undefined)
    writeFigures(
      nameOf(file),
      ['what', 'figure', 'asked'],
      bars.map(({ what, figure, bar }) => [what, figure, bar]),
      note,
    );
  for (const { what, figure, bar, met } of bars) {
    if (!met) short += 1;
    console.log(`  ${met ? 'met  ' : 'SHORT'}  ${what}: ${figure} (asked: ${bar})`);
  }
}
process.exit(short === 0 ? 0 : 1);
