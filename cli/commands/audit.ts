import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { confirmed, mayAsk } from '../ask.ts';
import { CI_FILES, writeCiFiles } from '../audit/ci-files.ts';
import { conclude } from '../audit/conclude.ts';
import { withOwnOut } from '../audit/default-out.ts';
import { DryRunDone } from '../audit/fetch-stopped.ts';
import { AuditRefused } from '../audit/in-results-folder.ts';
import { namingOptions } from '../audit/option-names.ts';
import { fromOptions, mergeRequests, OPTIONS, type Values } from '../audit/options.ts';
import { auditName, isRequestFile, parseRequest, readRequestFile } from '../audit/request.ts';
import { withCodes } from '../codes/with-codes.ts';
import { type Command, ExitCode, type Terminal } from '../command.ts';
import { debugFailures } from '../debug-failures.ts';
import { parseOptions } from '../parse-options.ts';
import { WORKER } from '../pool/worker-name.ts';
import { terminalProgress } from '../progress.ts';

const help = `unveil audit: attacks a release and states what is undone

Usage: unveil audit RELEASE [options]
       unveil audit audit.json [options]      options win over the file

RELEASE is text (one transaction a line, generalised items in brackets), JSON
Lines, CSV, .xlsx, Parquet, FIMI or SPMF, gzipped or not; docs/formats.md has
all of them. A table that can be read in more than one way: unveil import.

What is known
  --kind KIND          set-generalised, disassociated, relational, groups,
                       local, places, graph, query-log or sanitised-text, where
                       the file could be of several
  --roles FILE         of a table of people: what its columns are, and its claim
                       (docs/tables.md); it says that a CSV is such a table
  --id, --quasi, --sensitive A,B
                       its columns by role instead; the rest is other
  --buckets FILE       the values of a table in buckets, as anatomy writes them
  --knows STATEMENT    of a table of people, any number: "disease=flu x0" rules it
                       out, "disease=flu x2 if sex=M" says twice as likely
  --external FILE      what an attacker has: a table of persons; of places who
                       was where, and how many people live where; of texts
                       the contexts of entities, or topics
  --other-release F=R  another release, and what it is to this one:
                       same-people, earlier, later or other-holder
  --original FILE      what the release was made from: only the measures read
                       it. Without it, precision and recall are not computable
  --allow-suppressed   the release may lack items of the original
  --k K  --m M         the claim: for protections broken (k) and uniqueness (m)
  --constraints FILE   privacy constraints, an itemset a line; by default each
                       member of a generalised item, alone
  --texts PATH         the texts that the release was made from, a file or a
                       folder: says whether a corpus holds more than 1 % of
                       their five-word sequences, as no attacker's would
  --labels FILE        what coded items mean: code, tab, term a line, or CSV;
                       or codes:NAME, of what unveil codes added. Codes of such
                       a system are recognised and labelled without it
  --hierarchy FILE     the release holds labels of a hierarchy in the place of
                       sets: ARX's CSV, Amnesia's, or JSON
  --encoding NAME      of files that are not UTF-8: latin1, windows-1252, ...

What the attacker knows
  --source NAME        wordnet (default), corpus:NAME, a path, or a live source
                       (wikipedia, pubmed, europepmc, openalex); several in
                       order of preference. Nothing leaves this machine unless
                       a live source is named
  --corpus PATH        a folder or file of documents, as a source
  --embeddings FILE    word vectors: "glove", corpus:NAME (unveil corpus vectors), both as glove+corpus:NAME, or a file in GloVe's format
  --dry-run            say what a live source would be asked, and stop
  --wait               sleep until a live source's budget is reset

How it attacks
  --attack A,B,...     calibrated, calibrated-precise, frequency-only,
                       context-only, mda, tba, wba, gba, gba-normalised, rba,
                       rba-normalised; random and blind run beside them. The
                       first one's attacked dataset is written. On
                       disassociated releases: calibrated, optimal, aba, rga,
                       mra; random runs beside them
  --context WHICH      nearest (default), all or conjunctive
  --width W            how many nearest context items (2)
  --smoothing S        for pairs never together: cautious (default), half or
                       infinite
  --ratio R --delta D  thresholds of tba, wba, gba, rba: the mean times R (1),
                       or D itself
  --placements N       disassociated: anchoring sub-records that a term of a
                       term chunk is put to (k - 1)
  --record-chunks S    disassociated: what aba, rga and mra rank sub-records
                       of later chunks by: aba (default), rga or mra
  --asr-merging        disassociated: in aba, rga and mra later chunks are
                       ranked by what earlier chunks brought as well
  --precision P        precision that calibrated decides at (0.9)
  --fail-above LIMIT   exit with 4 unless it is proven to be kept; any number:
                       learned=0.05@confidence=0.8: at most 5 % of the people
                       have a hidden fact learned at this confidence, beyond
                       guessing; linked=0.01@confidence=0.9: joined to a record
                       of a register; singled-out=0.2@knows=2: found by 2 known
                       facts; people=0.1@certainty=0.9: linked and learned;
                       recall=0.3@precision=0.8: of generalised items. Append
                       @claimed to count everybody whom an attack acts on
  --seed TEXT          for all that is random

What it writes
  --out DIR            results; by default unveil-results/NAME, a name of its
                       own for each release. Results that are there are
                       replaced: on a terminal you are asked first, else a
                       note says so. Nothing else is ever replaced
  --yes                replace them without a question
  --format WHICH       the tables as json (JSON Lines) or csv too, beside
                       Parquet; in CSV no text is taken for a formula
  --no-attacked        not the attacked dataset
  --redact             no item's text anywhere: figures, numbers and names of
                       transactions only; for a page that others may see
  --sarif FILE, --junit FILE, --markdown FILE
                       what a pipeline reads: whether the guarantee holds,
                       the limit is kept and every attack ran (docs/ci.md)
  --json               the summary as JSON on standard output

Exit codes: 0 done, 1 failure or an attack that errored, 2 bad input or usage,
3 the release breaks its guarantee, 4 the risk is above your limit, or nothing
proves that it is not. An attack that errored is no sign of safety.
`;

export const command: Command = {
  help,
  async run(argv, terminal) {
    if (process.env[WORKER] !== undefined && process.send !== undefined) {
      await (await import('../pool/worker.ts')).work();
      return ExitCode.done;
    }
    const { values, positionals } = parseOptions({ args: [...argv], options: OPTIONS, allowPositionals: true });
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
