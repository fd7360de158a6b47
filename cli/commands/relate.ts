import { Readable } from 'node:stream';
import { openSource } from '../../shared/adapters/local/open-source.ts';
import { PROVIDERS, providerOf } from '../../shared/adapters/providers/providers.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { jaccard, ngd, npmi, pmi, type Relatedness } from '../../shared/core/relatedness/relatedness.ts';
import { simplerForms } from '../../shared/core/text/simpler-forms.ts';
import { normaliseTerm } from '../../shared/core/text/tokens.ts';
import { BACKED_OFF } from '../../shared/corpus/corpus.ts';
import type { Options } from '../../shared/kit/option.ts';
import { heldForms, inSimplerForms, isLocal } from '../../shared/kit/score/count-in-simpler-forms.ts';
import type { CountRequest, HitCounter } from '../../shared/ports/hit-counter.ts';
import { type Command, ExitCode, optionHelp, parseOptions, type Terminal } from '../command.ts';

const OPTIONS = {
  source: {
    type: 'string',
    multiple: true,
    value: 'SOURCE',
    values: ['wordnet', ...PROVIDERS.keys()],
    help: `wordnet (the default), corpus:NAME, the path of a folder, a file or an index, or a live source (${[...PROVIDERS.keys()].join(', ')}: the terms leave this machine); may be repeated`,
  },
  'back-off': { type: 'boolean', help: 'count a phrase that no piece holds by the pieces that hold all its words (marked *)' },
  'fold-plurals': { type: 'boolean', help: 'count English plurals with their singulars (a corpus that was built settles this itself)' },
  lang: {
    type: 'string',
    value: 'TAG',
    help: 'find words as the language has them: ja, zh, th, ... (a corpus that was built settles this itself)',
  },
  json: { type: 'boolean', help: 'one JSON object a line for each source and pair' },
} as const satisfies Options;

const help = `unveil relate: how closely a source holds two terms together, and from which counts

Usage: unveil relate TERM TERM [TERM ...] [options]

${optionHelp(OPTIONS)}
A term that a dictionary or corpus does not hold as it is written is counted in the first simpler form that it holds, which is said:
without brackets, without "unspecified" and its like, turned round at its comma, before its comma (docs/codes.md).

With more than two terms, the first is related to each of the others. f is the number of pieces (documents cut to a few
hundred words) that hold a term, N the number of all pieces. NGD: 0 always together, 1 as chance would have it, more:
apart. PMI in nats; NPMI from -1 to 1. The state says what a number is worth: "never together" is smoothed, "undefined"
has no number because a term is not in the source, "unreliable" contradicts itself.
`;

export const command: Command = {
  help,
  options: OPTIONS,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions(argv, OPTIONS);
    const [first, ...others] = positionals;
    if (first === undefined || others.length === 0)
      throw new BadInput('name two terms, each in quotes: unveil relate "knee" "knee injury"');
    const terms = [first, ...others];
    if (terms.some((term) => normaliseTerm(term) === '')) throw new BadInput('a term is empty; name two terms, each in quotes');
    const request = { terms, pairs: Uint32Array.from(others.flatMap((_, at) => [0, at + 1])) };
    for (const spec of values.source ?? ['wordnet']) {
      const options = {
        backOff: values['back-off'] ?? false,
        foldPlurals: values['fold-plurals'] ?? false,
        ...(values.lang === undefined ? {} : { lang: values.lang }),
      };
      const source = PROVIDERS.has(spec) ? await askLive(spec, request, terminal) : await openSource(spec, options);
      try {
        const size = await source.size();
        const forms = isLocal(source) ? await heldForms(source, terms) : new Map<string, string | null>();
        const counts = await inSimplerForms(source).countAll(request);
        if (values.json !== true) {
          terminal.out.write(`${source.source.id}, version ${source.source.version}, N = ${size}\n`);
          for (const [term, form] of forms) terminal.out.write(formText(term, form));
        }
        for (const [at, other] of others.entries()) {
          const [x, y, both] = [counts.terms[0], counts.terms[at + 1], counts.pairs[at]] as [number, number, number];
          const found = { x, y, both, size };
          const measures = { ngd: ngd(found), pmi: pmi(found), npmi: npmi(found), jaccard: jaccard(found) };
          const backedOff = ((counts.pairFlags[at] ?? 0) & BACKED_OFF) !== 0;
          const record = {
            source: source.source.id,
            version: source.source.version,
            x: first,
            y: other,
            fx: x,
            fy: y,
            fxy: both,
            n: size,
            readAs: [forms.get(first) ?? first, forms.get(other) ?? other],
          };
          terminal.out.write(
            values.json === true ? `${JSON.stringify({ ...record, backedOff, ...measures })}\n` : text({ ...record, backedOff }, measures),
          );
        }
      } finally {
        await source.close();
      }
    }
    return ExitCode.done;
  },
};

/** Asks a live source, as an audit would: once, at its pace, into the cache. */
async function askLive(name: string, { terms, pairs }: CountRequest, terminal: Terminal): Promise<HitCounter & { close(): Promise<void> }> {
  const { openLiveSource } = await import('../audit/live-source.ts');
  const provider = providerOf(name);
  const { counter, fetch, close } = openLiveSource(provider, [name], { terminal, dryRun: false, wait: false, env: process.env }, true);
  const normalised = { terms: terms.map(normaliseTerm), pairs };
  try {
    await fetch(Readable.from([normalised]));
  } catch (error) {
    close();
    throw error;
  }
  return {
    source: counter.source,
    size: () => counter.size(),
    count: (term, other) => counter.count(normaliseTerm(term), other === undefined ? undefined : normaliseTerm(other)),
    countAll: () => counter.countAll(normalised),
    close: async () => close(),
  };
}

/** Which of its forms a long term is counted in: as an audit has it. */
const formText = (term: string, form: string | null): string =>
  form === null
    ? ''
    : `  "${term}" is not in it; the first of its simpler forms that is: "${form}" (tried: ${simplerForms(term).join('; ')})\n`;

interface Counted {
  readonly x: string;
  readonly y: string;
  readonly fx: number;
  readonly fy: number;
  readonly fxy: number;
  readonly backedOff: boolean;
}

function text({ x, y, fx, fy, fxy, backedOff }: Counted, measures: Readonly<Record<string, Relatedness>>): string {
  const mark = backedOff ? ' *' : '';
  const count = (value: number): string => (Number.isNaN(value) ? 'cannot be asked' : String(value));
  const figures = Object.entries(measures).map(
    ([name, { state, value }]) =>
      `  ${name.toUpperCase().padEnd(9)}${state === 'undefined' ? '-' : value.toFixed(4)}${state === 'ok' ? '' : `  (${state})`}`,
  );
  return [`  f(${x}) = ${count(fx)}, f(${y}) = ${count(fy)}, f(both) = ${count(fxy)}${mark}`, ...figures, ''].join('\n');
}
