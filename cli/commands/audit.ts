import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { confirmed, mayAsk } from '../ask.ts';
import { ATTACKING_OPTIONS } from '../audit/attacking-options.ts';
import { CI_FILES, conclude, writeCiFiles } from '../audit/ci-files.ts';
import { withOwnOut } from '../audit/default-out.ts';
import { DryRunDone } from '../audit/fetch-text.ts';
import { ATTACKER_OPTIONS, AUDIT_OPTIONS, RELEASE_OPTIONS, WRITING_OPTIONS } from '../audit/options.ts';
import { auditName, isRequestFile, parseRequest, readRequestFile } from '../audit/request.ts';
import { fromOptions, mergeRequests, namingOptions, type Values } from '../audit/request-of-options.ts';
import { AuditRefused } from '../audit/results-folder.ts';
import { withCodes } from '../codes/codes-here.ts';
import { type Command, ExitCode, optionHelp, parseOptions, type Terminal } from '../command.ts';
import { debugFailures } from '../debug-failures.ts';
import { terminalProgress } from '../progress.ts';

const help = `unveil audit: attacks a release and states what is undone

Usage: unveil audit RELEASE [options]
       unveil audit audit.json [options]      options win over the file

RELEASE is text (one transaction a line, generalised items in brackets), JSON Lines, CSV, .xlsx, Parquet, FIMI or SPMF, gzipped or not;
docs/formats.md has all of them. A table that can be read in more than one way: unveil import.

What is known
${optionHelp(RELEASE_OPTIONS)}
What the attacker knows
${optionHelp(ATTACKER_OPTIONS)}
How it attacks
${optionHelp(ATTACKING_OPTIONS)}
What it writes
${optionHelp(WRITING_OPTIONS)}
Exit codes: 0 done, 1 failure or an attack that errored, 2 bad input or usage, 3 the release breaks its guarantee, 4 the risk is above
your limit, or nothing proves that it is not. An attack that errored is no sign of safety.
`;

export const command: Command = {
  help,
  options: AUDIT_OPTIONS,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions(argv, AUDIT_OPTIONS);
    const [file, ...more] = positionals;
    if (file === undefined) throw new BadInput('name a release, or an audit.json; "unveil audit --help" explains');
    if (more.length > 0) throw new BadInput('one release at a time; the original is given with --original');
    const fromFile = isRequestFile(file);
    const given = fromOptions(values);
    const [json, dryRun, wait] = [values.json === true, values['dry-run'] === true, values.wait === true];
    try {
      return await namingOptions(given, async () => {
        const raw = mergeRequests(fromFile ? readRequestFile(file) : { release: file }, given);
        const request = await withCodes(parseRequest(raw, fromFile ? file : undefined), terminal);
        const name = auditName(request);
        const computed = async (out: string, terminal: Terminal): Promise<ExitCode> => {
          const replaced = await mayReplace(out, values, terminal);
          const done = (): void => {
            if (replaced && !json) terminal.err.write(`unveil: note: earlier results in ${out} were replaced\n`);
          };
          if (terminal.confines === true) {
            const { auditConfined } = await import('../pool/audit-confined.ts');
            return auditConfined({ request, given, name, out, json, dryRun, wait, terminal, done });
          }
          const { auditFilesOf } = await import('../audit/audit-files.ts');
          const live = { terminal, dryRun, wait, env: process.env };
          const found = await auditFilesOf(KINDS, request, {
            name,
            out,
            progress: terminalProgress(terminal),
            live,
            ...debugFailures(terminal),
          });
          done();
          return conclude(found, json, terminal);
        };
        const auditInto = async (out: string): Promise<ExitCode> => {
          if (!CI_FILES.some((option) => values[option] !== undefined)) return computed(out, terminal);
          const code = await computed(out, terminal);
          await writeCiFiles(values, { release: request.release, out, code });
          return code;
        };
        return typeof values.out === 'string' ? auditInto(values.out) : withOwnOut(name, request.release, auditInto);
      });
    } catch (error) {
      if (error instanceof DryRunDone) return ExitCode.done;
      if (error instanceof AuditRefused) return error.exit;
      throw error;
    }
  },
};

/** Results that are there are replaced only where the user agrees, or nobody is there to ask. Answers whether there are some. */
async function mayReplace(out: string, values: Values, terminal: Terminal): Promise<boolean> {
  if (!existsSync(join(out, '_SUCCESS.json'))) return false;
  if (values.yes !== true && mayAsk(terminal) && !(await confirmed(`Replace the results in ${out}?`)))
    throw new BadInput('the results that are there were kept; name another folder with --out', { file: out });
  return true;
}
