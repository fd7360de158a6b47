import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { moveIntoPlace } from '../../shared/adapters/local/durable.ts';
import { guard } from '../../shared/adapters/local/interruption.ts';
import { NotKept } from '../../shared/app/advise/advise.ts';
import type { Advice } from '../../shared/contracts/advice.ts';
import type { Estimate } from '../../shared/contracts/report-data.ts';
import { NoDraft } from '../../shared/core/anonymise/mend/draft.ts';
import { finePercent, percent } from '../../shared/core/findings/figure-text.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { adviseHere } from '../advise/advise-here.ts';
import { ADVICE_ROUNDS, AS_NOW, PROVING_ATTACKS } from '../advise/defaults.ts';
import { matchedOf, policyOf, requestOf } from '../advise/given.ts';
import { suggestionsFor } from '../advise/suggest.ts';
import { targetOf } from '../advise/target.ts';
import { wholeNumber } from '../anonymise/numbers.ts';
import { openDraft } from '../anonymise/write-release.ts';
import { type Command, ExitCode, jsonLine, type Terminal } from '../command.ts';
import { debugFailures } from '../debug-failures.ts';
import { parseOptions } from '../parse-options.ts';
import { terminalProgress } from '../progress.ts';
import { adviseOnTable, isTable, suggestOnTable } from '../tables/advise-table.ts';

const help = `unveil advise: a safer release of the same transactions, proved by attack

Usage: unveil advise transactions.jsonl --release release --out safer

Attacks a set-generalised release, mends what is named most, and attacks again with a fresh seed and fresh practice: rare items hidden
among their like, partners that the contexts cannot tell apart, betraying neighbours withheld, generalised items merged. The folder --out gets
release.jsonl, audit.json, original.jsonl (do not publish it), changes.jsonl (what was changed, and why), measures.json, risk against utility
in advice.html and advice.json, and the audit of the result in audit/. Without the transactions it says what betrays, and writes nothing.
Of a table of people (docs/advise.md) it tries Mondrian's cuts, levels of the hierarchies, classes merged and records left out, under the
claim and beyond: unveil advise patients.csv --release made --target people=0.01@certainty=0.8 --out safer.

  --release PATH      the release, the folder that "unveil anonymise" made, or an audit.json
  --target LIMIT      people=S@certainty=C: stop when of at most this share of the people something hidden is named with this
                      certainty, 0.8, 0.9 or 0.95; without it, as few as can be at the utility that the release has now
  --privacy FILE      itemsets to protect, as "unveil anonymise" has them (default: the request's, or each member of a generalised item)
  --keep FILE         sets of items that may stand for one another: nothing else ever does (default: the request's, or all items)
  --k K               what is protected is supported K times or not at all (default: the request's, or as it is now)
  --max-loss FACTOR   each loss (NCP, the error of pair counts, COAT's own) may be so many times that of the release as given
                      (default 1.02, and no limit with --target)
  --rounds N          of mending and attacking (default 6)
  --attacks N         on each release that is tried, by seeds of their own: the mean counts (default 3); as many by WordNet alone,
                      where it is not among the sources, and twice as many at the end
  --source, --corpus, --embeddings, --labels, --encoding, --seed, --context, --width
                      as in "unveil audit": what the attacker knows
  --roles, --id, --quasi, --sensitive, --external
                      of a table of people that has no audit.json, as in "unveil audit"
  --out DIR           a folder that does not exist yet
  --json              the advice as JSON on standard output

Exit codes: 0 done, 1 failure, 2 bad input or usage, 4 the target is not reached (the safest release found is written).
`;

const OPTIONS = {
  release: { type: 'string' },
  target: { type: 'string' },
  privacy: { type: 'string' },
  keep: { type: 'string' },
  k: { type: 'string' },
  'max-loss': { type: 'string' },
  rounds: { type: 'string', default: String(ADVICE_ROUNDS) },
  attacks: { type: 'string', default: String(PROVING_ATTACKS) },
  source: { type: 'string', multiple: true },
  corpus: { type: 'string', multiple: true },
  embeddings: { type: 'string' },
  labels: { type: 'string' },
  encoding: { type: 'string' },
  roles: { type: 'string' },
  id: { type: 'string' },
  quasi: { type: 'string' },
  sensitive: { type: 'string' },
  external: { type: 'string' },
  seed: { type: 'string' },
  context: { type: 'string' },
  width: { type: 'string' },
  out: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export const command: Command = {
  help,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions({ args: [...argv], options: OPTIONS, allowPositionals: true });
    const [original, ...more] = positionals;
    if (values.release === undefined) throw new BadInput('name the release: unveil advise transactions.jsonl --release release --out DIR');
    if (more.length > 0) throw new BadInput(`"${more[0]}" is one argument too many; one file of transactions is read`);
    const target = targetOf(values.target);
    const { release, target: _target, privacy, keep, 'max-loss': factor, rounds, attacks, out, json, ...audit } = values;
    const request = await requestOf(release, audit);
    const ofTable = isTable(request);
    if (original === undefined) return suggest(request, target.certainty, json === true, terminal);
    if (out === undefined) throw new BadInput('say where to write: --out safer');
    if (existsSync(out)) throw new BadInput('this exists already; name a folder that does not', { file: out });
    const mostLoss = factor === undefined ? (target.people === null ? AS_NOW : null) : factorOf(factor);
    const { draft, guarded } = openDraft(resolve(out));
    const finish = (advice: Advice, at: { readonly draft: string; readonly out: string; readonly release: string }): ExitCode => {
      moveIntoPlace(at.draft, resolve(at.out));
      terminal.out.write(json === true ? jsonLine({ out: at.out, ...advice }) : textOf(advice, at.out, at.release));
      return advice.reached === false ? ExitCode.gateClosed : ExitCode.done;
    };
    const heard = { progress: terminalProgress(terminal), ...debugFailures(terminal) };
    try {
      if (ofTable) {
        const asked = { target, mostLoss, rounds: wholeNumber(rounds, '--rounds', 1), attacks: wholeNumber(attacks, '--attacks', 1) };
        const { advice } = await adviseOnTable({ request, original, ...asked }, { folder: draft, ...heard });
        return finish(advice, { draft, out, release: 'release.csv' });
      }
      const matched = await matchedOf(request, original);
      if (matched.draft.groups.length === 0)
        throw new BadInput('this release has no generalised item: there is nothing to mend', { file: request.release });
      const kept = await policyOf(matched, request, { privacy, keep });
      const { advice } = await adviseHere(
        {
          request: { ...request, original },
          ...matched,
          ...kept,
          target,
          mostLoss,
          rounds: wholeNumber(rounds, '--rounds', 1),
          attacks: wholeNumber(attacks, '--attacks', 1),
        },
        { folder: draft, ...heard },
      );
      return finish(advice, { draft, out, release: 'release.jsonl' });
    } catch (error) {
      if (error instanceof NoDraft || error instanceof NotKept)
        throw new BadInput(error.message, { file: request.release }, { cause: error });
      throw error;
    } finally {
      rmSync(draft, { recursive: true, force: true });
      guarded.done();
    }
  },
};

function factorOf(text: string): number {
  const factor = Number(text);
  if (text.trim() === '' || !(factor >= 1 && factor < Infinity)) throw new BadInput('--max-loss is a number of at least 1');
  return factor;
}

function textOf({ verdict, notices, points, last }: Advice, out: string, release: string): string {
  const titles = ['release', 'named', 'least', 'most', ...(points[0]?.losses ?? []).map(({ name }) => name)];
  const share = ({ value, low, high }: Estimate): string[] => [value, low, high].map(percent);
  const rows = [
    ...points.map(({ name, people, losses }) => [name, ...share(people), ...losses.map(({ value }) => finePercent(value))]),
    ['as given, last attacks', ...share(last.given.people)],
    ['chosen, last attacks', ...share(last.chosen.people)],
  ];
  const widths = titles.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] as number) : cell.padStart(widths[at] as number))).join('  ')}`;
  return [
    verdict,
    ...notices.map((notice) => `note: ${notice}`),
    '',
    line(titles),
    ...rows.map(line),
    '',
    `release: ${join(out, release)}; what was changed, and why: ${join(out, 'changes.jsonl')}`,
    `page:    ${join(out, 'advice.html')}; audit of the result: ${join(out, 'audit', 'report.html')}`,
    '',
  ].join('\n');
}

/** More of them on a terminal say no more. */
const MOST_SHOWN = 10;

async function suggest(
  request: Awaited<ReturnType<typeof requestOf>>,
  certainty: number,
  json: boolean,
  terminal: Terminal,
): Promise<ExitCode> {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-advise-'));
  const guarded = guard({ remove: [folder] });
  try {
    const ofTable = isTable(request);
    const suggestions = ofTable
      ? await suggestOnTable(request, certainty)
      : await suggestionsFor(request, {
          certainty,
          folder: join(folder, 'results'),
          progress: terminalProgress(terminal),
          ...debugFailures(terminal),
        });
    const note =
      'From a release alone nothing can be tried: these are suggestions. With what it was made from a safer release is found, and proved by attack.';
    if (json) terminal.out.write(jsonLine({ suggestions, note }));
    else {
      for (const { members, named, transactions, withhold } of suggestions.slice(0, MOST_SHOWN)) {
        if (ofTable) {
          terminal.out.write(
            `${members.join()}: "${withhold}" is named of ${named} people; merge this class with others, or leave it out\n`,
          );
          continue;
        }
        const by = withhold === null ? '' : `; most is said by "${withhold}": withhold it there, or give its members other partners`;
        terminal.out.write(`(${members.join(', ')}): a member is named in ${named} of ${transactions} transactions${by}\n`);
      }
      if (suggestions.length > MOST_SHOWN) terminal.out.write(`... and ${suggestions.length - MOST_SHOWN} more (--json)\n`);
      if (suggestions.length === 0)
        terminal.out.write(
          `${ofTable ? 'Nothing hidden' : 'No member'} is named with at least ${percent(certainty)} certainty by this attack, which is no proof of safety.\n`,
        );
      terminal.out.write(`note: ${note}\n`);
    }
    return ExitCode.done;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    guarded.done();
  }
}
