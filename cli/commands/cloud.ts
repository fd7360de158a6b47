import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { isRequestFile, nameOf, parseRequest, readRequestFile } from '../audit/request.ts';
import { type Command, ExitCode, type Terminal } from '../command.ts';
import { terminalProgress } from '../progress.ts';

const help = `unveil cloud: audits in your own AWS account

Usage: unveil cloud submit RELEASE|audit.json [--original FILE] [--name NAME]   drops it into the inbox; prints the audit's id
       unveil cloud status AUDIT                 how far it is; of a drop that was rejected, why
       unveil cloud results AUDIT [--out DIR]    copies the results, laid out as the laptop's
       unveil cloud push SOURCE                  puts a source where the stack can read it: wordnet, corpus:NAME, embeddings
                                                 (the optional package's word vectors) or embeddings:FILE (GloVe's text format)
       unveil cloud estimate RELEASE [--cached SHARE]   what the audit would cost; nothing is sent
       unveil cloud purge AUDIT --yes            deletes all versions of all its objects

  --stack FILE   what "npx cdk deploy --all --outputs-file cloud.json" wrote (default: cloud.json)

Your AWS credentials and region are found as the AWS tools find them. docs/operations.md explains deployment, cost and alarms.
`;

const OPTIONS = {
  stack: { type: 'string', default: 'cloud.json' },
  original: { type: 'string' },
  name: { type: 'string' },
  out: { type: 'string' },
  cached: { type: 'string', default: '0' },
  yes: { type: 'boolean', default: false },
} as const;

type Values = {
  readonly stack: string;
  readonly original?: string | undefined;
  readonly name?: string | undefined;
  readonly out?: string | undefined;
  readonly cached: string;
  readonly yes: boolean;
};

/** The SDK is loaded by the action that needs it: the rest of the command line never sees it. */
const ACTIONS: Readonly<Record<string, (subject: string | undefined, values: Values, terminal: Terminal) => Promise<ExitCode>>> = {
  async submit(subject, values, terminal) {
    const file = named(subject, 'a release or an audit.json');
    const raw = isRequestFile(file) ? readRequestFile(file) : { release: file };
    const given = {
      ...(values.original === undefined ? {} : { original: values.original }),
      ...(values.name === undefined ? {} : { name: values.name }),
    };
    const request = parseRequest({ ...raw, ...given }, isRequestFile(file) ? file : undefined);
    const [{ readStack }, { submit }] = await Promise.all([import('../cloud/stack.ts'), import('../cloud/submit.ts')]);
    const id = await submit(readStack(values.stack), request, nameOf(request));
    terminal.out.write(`${id}\n`);
    return ExitCode.done;
  },
  async status(subject, values, terminal) {
    const [{ auditIdOf, readStack }, { statusOf }] = await Promise.all([import('../cloud/stack.ts'), import('../cloud/status.ts')]);
    const { status, reason } = await statusOf(readStack(values.stack), auditIdOf(subject));
    terminal.out.write(reason === null ? `${status}\n` : `${status}: ${reason}\n`);
    return status === 'rejected'
      ? ExitCode.badInput
      : ['failed', 'timed_out', 'aborted'].includes(status)
        ? ExitCode.failure
        : ExitCode.done;
  },
  async results(subject, values, terminal) {
    const [{ auditIdOf, readStack }, { fetchResults }] = await Promise.all([import('../cloud/stack.ts'), import('../cloud/results.ts')]);
    const id = auditIdOf(subject);
    const out = values.out ?? join('unveil-results', id);
    const files = await fetchResults(readStack(values.stack), id, out);
    terminal.out.write(`${files} files: ${out}\n`);
    return ExitCode.done;
  },
  async push(subject, values, terminal) {
    const [{ readStack }, { pushSource }] = await Promise.all([import('../cloud/stack.ts'), import('../cloud/push.ts')]);
    terminal.out.write(
      `${await pushSource(readStack(values.stack), named(subject, 'a source: wordnet, corpus:NAME, embeddings or embeddings:FILE'), terminalProgress(terminal))}\n`,
    );
    return ExitCode.done;
  },
  async estimate(subject, values, terminal) {
    const cached = Number(values.cached);
    if (!(cached >= 0 && cached <= 1)) throw new BadInput('--cached takes a share from 0 to 1');
    const { estimateText } = await import('../cloud/estimate.ts');
    terminal.out.write(await estimateText(named(subject, 'a release'), cached));
    return ExitCode.done;
  },
  async purge(subject, values, terminal) {
    const [{ auditIdOf, readStack }, { purge }] = await Promise.all([import('../cloud/stack.ts'), import('../cloud/purge.ts')]);
    const id = auditIdOf(subject);
    if (!values.yes) throw new BadInput('this deletes every version of every object of the audit; say --yes if it is meant');
    terminal.out.write(`${await purge(readStack(values.stack), id)} versions deleted\n`);
    return ExitCode.done;
  },
};

export const command: Command = {
  help,
  async run(argv, terminal) {
    const [action = '', ...rest] = argv;
    const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (run === undefined) throw new BadInput(`say what to do: ${Object.keys(ACTIONS).join(', ')}; "unveil cloud --help" explains`);
    const { values, positionals } = parseArgs({ args: rest, options: OPTIONS, allowPositionals: true });
    if (positionals.length > 1) throw new BadInput(`"unveil cloud ${action}" takes one argument`);
    return run(positionals[0], values, terminal);
  },
};

function named(subject: string | undefined, what: string): string {
  if (subject === undefined) throw new BadInput(`name ${what}`);
  return subject;
}
