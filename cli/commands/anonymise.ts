import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { MakeAsked, Makes } from '../../shared/kit/offers.ts';
import type { Options } from '../../shared/kit/option.ts';
import { wholeNumber } from '../../shared/kit/option-values.ts';
import { makersHere } from '../anonymise/makers-here.ts';
import { adviceFiles, sayWhatWasMade, writeRelease } from '../anonymise/write-release.ts';
import { type Command, ExitCode, oneArgument, optionHelp, parseOptions, rowHelp } from '../command.ts';
import { METHODS, merged, OFFERS } from '../offers.ts';
import { nearest } from '../usage.ts';

const COMMON = {
  method: { type: 'string', value: 'NAME', values: METHODS.map(({ name }) => name), help: 'one of those below' },
  k: { type: 'string', value: 'K', help: 'what is protected is supported K times or not at all; at least 2' },
  encoding: { type: 'string', value: 'NAME', help: 'of the input, where it is not UTF-8: latin1, windows-1252, ...' },
  out: { type: 'string', value: 'DIR', help: 'a folder that does not exist yet' },
  json: { type: 'boolean', default: false, help: 'what it costs, as JSON on standard output' },
  seed: { type: 'string', default: 'unveil', value: 'TEXT', help: 'of all that is random (default unveil)' },
  order: {
    type: 'string',
    default: 'shuffle',
    value: 'shuffle|keep',
    values: ['shuffle', 'keep'],
    help: 'permute the items of each transaction (default), since their order betrays the original, or keep it, to repeat experiments',
  },
} as const satisfies Options;

/** Options that all methods of a kind have stand once, below them. */
function helpOf({ from, methods }: Makes): string {
  const shared =
    methods.length === 1
      ? {}
      : Object.fromEntries(
          Object.entries(methods[0].options).filter(([name]) => methods.every(({ options }) => Object.hasOwn(options, name))),
        );
  const own = (options: Options): Options => Object.fromEntries(Object.entries(options).filter(([name]) => !Object.hasOwn(shared, name)));
  return `${from}:\n${methods.map(({ name, help, options }) => rowHelp(`--method ${name}`, help) + optionHelp(own(options), 4)).join('')}${optionHelp(shared)}`;
}

const help = `unveil anonymise: a release, what it costs, and the audit request that goes with it

Usage: unveil anonymise transactions.jsonl --method coat --k 5 --privacy privacy.txt --out release
       unveil anonymise patients.csv --method lattice --roles roles.json --out release

The folder --out gets the release, measures.json (utility), the original for the audit's measures (do not publish it) and audit.json:
"unveil audit" reads it as it is. Transaction ids are kept; leave them out of the input if they tell who it is.

${optionHelp(COMMON)}
${OFFERS.flatMap(({ makes }) => (makes === undefined ? [] : [helpOf(makes)])).join('\n')}
The output is checked by unveil check's own code: what fails its claim exits with 3 and is not written.
`;

/** Why no method is known by what was given, with the word that was probably meant. */
function notAMethod(asked: Readonly<Record<string, unknown>>): string {
  const all = METHODS.map(({ name }) => name);
  const { method } = asked;
  const listed = `--method is one of: ${all.join(', ')}`;
  if (typeof method === 'string') {
    const close = nearest(method, all);
    return `there is no method "${method}"${close === null ? '' : `; did you mean "${close}"?`}; ${listed}`;
  }
  const other = method === undefined ? Object.keys(asked).find((option) => nearest(option, ['method']) !== null) : undefined;
  return other === undefined ? listed : `there is no option "--${other}"; did you mean "--method"?`;
}

export const command: Command = {
  help,
  options: { ...merged(METHODS.map(({ options }) => options)), ...COMMON },
  async run(argv, terminal) {
    const asked = parseArgs({ args: [...argv], options: COMMON, allowPositionals: true, strict: false }).values;
    const method = METHODS.find(({ name }) => name === asked['method']);
    if (method === undefined) throw new BadInput(notAMethod(asked));
    const { name, degree = 'k' } = method;
    const { values, positionals } = parseOptions(argv, { ...method.options, ...COMMON });
    const input = oneArgument(
      positionals,
      `name the file: unveil anonymise FILE --method ${name} ... --out DIR`,
      'one file is anonymised at a time',
    );
    const given: MakeAsked['values'] = values;
    const { k, out, order, seed, encoding, json } = values;
    if (degree !== 'k' && degree !== null && k !== undefined) throw new BadInput(`${name} has no --k; its degree is --${degree}`);
    if (degree !== null && given[degree] === undefined) throw new BadInput(`say how many: --${degree} ${degree === 'k' ? 5 : 10}`);
    if (out === undefined) throw new BadInput('say where to write: --out release');
    if (order !== 'shuffle' && order !== 'keep') throw new BadInput('--order is shuffle or keep');
    if (existsSync(out)) throw new BadInput('this exists already; name a folder that does not', { file: out });
    const readers = makersHere(terminal, encoding, (message) => terminal.err.write(`unveil: ${message}\n`));
    const people = degree === null ? 0 : wholeNumber(String(given[degree]), `--${degree}`, 2);
    const { refused, warning, advice, ...made } = await method.make(input, { k: people, seed, order, values: given }, readers);
    if (refused !== undefined) {
      terminal.err.write(`unveil anonymise: ${refused}\n`);
      return ExitCode.claimFalse;
    }
    await writeRelease(out, advice === undefined ? made : { ...made, files: [...made.files, ...adviceFiles(advice)] });
    if (warning !== undefined) terminal.err.write(`unveil anonymise: ${warning}\n`);
    sayWhatWasMade(out, made, json, terminal);
    return ExitCode.done;
  },
};
