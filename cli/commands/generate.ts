import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { GivenOptions } from '../../shared/kit/offers.ts';
import type { Options } from '../../shared/kit/option.ts';
import { wholeNumber } from '../../shared/kit/option-values.ts';
import { type Command, ExitCode, jsonLine, optionHelp, parseOptions } from '../command.ts';
import { merged, OFFERS } from '../offers.ts';
import { mayWrite, product as productAt, writeAtomically } from '../write-atomically.ts';

const COMMON = {
  out: { type: 'string', value: 'FILE', help: 'a file that ends in .jsonl, or - for the standard output' },
  force: { type: 'boolean', default: false, help: 'overwrite files that are there' },
  json: { type: 'boolean', default: false, help: 'what was made, as JSON on standard output' },
  seed: { type: 'string', default: 'unveil', value: 'TEXT', help: 'the same seed makes the same data (default unveil)' },
} as const satisfies Options;

/** The one that has a default comes last: it is made where no other is asked for. */
const SAMPLES = OFFERS.flatMap(({ sample }) => (sample === undefined ? [] : [sample])).toSorted(
  (a, b) => Number(a.options[a.name].default !== undefined) - Number(b.options[b.name].default !== undefined),
);
const OPTIONS = { ...merged(SAMPLES.map(({ options }) => options)), ...COMMON };

const help = `unveil generate: synthetic transactions with topics, positions, searches, or notes

Usage: unveil generate --out transactions.jsonl [options]

${optionHelp(COMMON)}
${SAMPLES.toReversed()
  .map(({ options }) => optionHelp(options))
  .join('\n')}`;

export const command: Command = {
  help,
  options: OPTIONS,
  async run(argv, terminal) {
    const { values } = parseOptions(argv, OPTIONS, false);
    const { out, json, seed, force } = values;
    if (out === undefined) throw new BadInput('say where to write: --out transactions.jsonl');
    if (out !== '-' && !out.endsWith('.jsonl')) throw new BadInput('--out ends in .jsonl, or is -', { file: out });
    const product = productAt(out, values, terminal);
    const given: GivenOptions = values;
    const sample = SAMPLES.find(({ name }) => given[name] !== undefined);
    if (sample === undefined) throw new Error('no made-up data is made by default');
    const size = wholeNumber(String(given[sample.name]), `--${sample.name}`, 1);
    const { pieces, figures, text, more = [] } = await sample.make(size, { seed, values: given });
    for (const { path } of more) mayWrite(path, force);
    await product.write(pieces);
    for (const file of more) await writeAtomically(file.path, file.pieces);
    if (json) terminal.out.write(jsonLine({ ...figures, out }));
    else {
      product.summary.write(`${text}: ${out}\n`);
      for (const file of more) if (file.text !== undefined) product.summary.write(`${file.text}: ${file.path}\n`);
    }
    return ExitCode.done;
  },
};
