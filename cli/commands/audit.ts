import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { auditFiles } from '../audit/audit-files.ts';
import { DryRunDone } from '../audit/fetch-stopped.ts';
import { isRequestFile, nameOf, parseRequest, type RawRequest, readRequestFile } from '../audit/request.ts';
import { summaryText } from '../audit/summary.ts';
import { type Command, ExitCode } from '../command.ts';
import { terminalProgress } from '../progress.ts';

const OPTIONS = {
  original: { type: 'string' },
  attack: { type: 'string', multiple: true },
  k: { type: 'string' },
  m: { type: 'string' },
  out: { type: 'string' },
  source: { type: 'string', multiple: true },
  corpus: { type: 'string', multiple: true },
  labels: { type: 'string' },
  context: { type: 'string' },
  width: { type: 'string' },
  smoothing: { type: 'string' },
  ratio: { type: 'string' },
  delta: { type: 'string' },
  seed: { type: 'string' },
  format: { type: 'string' },
  'no-attacked': { type: 'boolean' },
  json: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  wait: { type: 'boolean' },
} as const;

const help = `unveil audit: attacks a release and states what is undone

Usage: unveil audit RELEASE [options]
       unveil audit audit.json [options]
`;

export const command: Command = {
  help,
  async run(argv, terminal) {
    const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file === undefined) throw new BadInput('name a release, or an audit.json; "unveil audit --help" explains');
    if (more.length > 0) throw new BadInput('one release at a time; the original is given with --original');
    const fromFile = isRequestFile(file);
    const request = parseRequest(
      { ...(fromFile ? readRequestFile(file) : { release: file }), ...fromOptions(values) },
      fromFile ? file : undefined,
    );
    const name = nameOf(request);
    const live = { terminal, dryRun: values['dry-run'] === true, wait: values.wait === true, env: process.env };
    try {
      const local = await auditFiles(request, {
        name,
        out: values.out ?? join('unveil-results', name),
        progress: terminalProgress(terminal),
        live,
      });
      terminal.out.write(summaryText(local));
    } catch (error) {
      if (!(error instanceof DryRunDone)) throw error;
    }
    return ExitCode.done;
  },
};

type Values = { readonly [name in keyof typeof OPTIONS]?: string | boolean | string[] };

function fromOptions(values: Values): RawRequest {
  const number = (name: 'k' | 'm' | 'width' | 'ratio' | 'delta'): number | undefined => {
    const text = values[name];
    if (text === undefined) return undefined;
    const value = Number(text);
    if (String(text).trim() === '' || !Number.isFinite(value)) throw new BadInput(`--${name} takes a number`);
    return value;
  };
  const list = (name: 'attack' | 'source'): string[] | undefined => {
    const given = values[name] as string[] | undefined;
    return given?.flatMap((each) => each.split(',')).map((each) => each.trim());
  };
  const corpora = values.corpus as string[] | undefined;
  const sources = [...(list('source') ?? []), ...(corpora ?? [])];
  // Naming a live source on the command line is leave enough; a request file must allow it in so many words.
  const live = (list('source') ?? []).filter((name) => PROVIDERS.has(name));
  return defined({
    original: values.original,
    attacks: list('attack'),
    claim: nonEmpty(defined({ k: number('k'), m: number('m') })),
    sources: sources.length === 0 ? undefined : sources,
    egress: live.length === 0 ? undefined : { allow: live },
    labels: values.labels,
    context: nonEmpty(defined({ select: values.context, width: number('width') })),
    smoothing: values.smoothing,
    ratio: number('ratio'),
    delta: number('delta'),
    seed: values.seed,
    output: nonEmpty(
      defined({ attacked: values['no-attacked'] === true ? false : undefined, json: values.format === 'json' ? true : undefined }),
    ),
  });
}

const defined = (value: RawRequest): RawRequest => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
const nonEmpty = (value: RawRequest): RawRequest | undefined => (Object.keys(value).length === 0 ? undefined : value);
