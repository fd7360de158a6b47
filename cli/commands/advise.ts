import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Advice } from '../../shared/contracts/advice.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import type { Estimate } from '../../shared/contracts/report-data.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { finePercent, percent, surely } from '../../shared/core/verdict/figure-text.ts';
import { AS_NOW } from '../../shared/kit/advise/advise.ts';
import { targetOf, wholeNumber } from '../../shared/kit/option-values.ts';
import { ADVICE_OPTIONS, AS_AUDITED_OPTIONS, OWN_ADVICE_OPTIONS } from '../advise/options.ts';
import { adviserOf, requestOf, suggestionsFor, writeSafer } from '../advise/safer.ts';
import { borrowedHelp, type Command, ExitCode, jsonLine, optionHelp, parseOptions, type Terminal } from '../command.ts';
import { readersHere } from '../readers.ts';

const help = `unveil advise: a safer release of the same transactions, proved by attack

Usage: unveil advise transactions.jsonl --release release --out safer

Attacks a set-generalised release, mends what is named most, and attacks again with a fresh seed and fresh practice: rare items hidden
among their like, partners that the contexts cannot tell apart, betraying neighbours withheld, generalised items merged. The folder --out gets
release.jsonl, audit.json, original.jsonl (do not publish it), changes.jsonl (what was changed, and why), measures.json, risk against utility
in advice.html and advice.json, and the audit of the result in audit/. Without the transactions it says what betrays, and writes nothing.
Of a table of people (docs/advise.md) it tries Mondrian's cuts, levels of the hierarchies, classes merged and records left out, under the
claim and beyond: unveil advise patients.csv --release made --target people=0.01@certainty=0.8 --out safer.

${optionHelp(OWN_ADVICE_OPTIONS)}${borrowedHelp(AS_AUDITED_OPTIONS, 'the attacker, and of a table its columns, where there is no audit.json: as in "unveil audit"')}
Exit codes: 0 done, 1 failure, 2 bad input or usage, 4 the target is not reached (the safest release found is written).
`;

export const command: Command = {
  help,
  options: ADVICE_OPTIONS,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions(argv, ADVICE_OPTIONS);
    const [original, ...more] = positionals;
    if (values.release === undefined) throw new BadInput('name the release: unveil advise transactions.jsonl --release release --out DIR');
    if (more.length > 0) throw new BadInput(`"${more[0]}" is one argument too many; one file of transactions is read`);
    const target = targetOf(values.target);
    const { release, target: _target, privacy, keep, 'max-loss': factor, rounds, attacks, out, json, ...audit } = values;
    const request = await requestOf(release, audit);
    if (original === undefined) return suggest(request, target.certainty, json === true, terminal);
    if (out === undefined) throw new BadInput('say where to write: --out safer');
    if (existsSync(out)) throw new BadInput('this exists already; name a folder that does not', { file: out });
    const mostLoss = factor === undefined ? (target.people === null ? AS_NOW : null) : factorOf(factor);
    const { advice, release: written } = await writeSafer(
      {
        request,
        original,
        target,
        mostLoss,
        rounds: wholeNumber(rounds, '--rounds', 1),
        attacks: wholeNumber(attacks, '--attacks', 1),
        values: { privacy, keep },
      },
      out,
      terminal,
    );
    terminal.out.write(json === true ? jsonLine({ out, ...advice }) : textOf(advice, out, written));
    return advice.reached === false ? ExitCode.gateClosed : ExitCode.done;
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
    `  ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[at]))).join('  ')}`;
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

async function suggest(request: AuditRequest, certainty: number, json: boolean, terminal: Terminal): Promise<ExitCode> {
  const adviser = adviserOf(request);
  const suggestions =
    (await adviser.suggest?.(request, certainty, readersHere(request.encoding))) ?? (await suggestionsFor(request, certainty, terminal));
  const note =
    'From a release alone nothing can be tried: these are suggestions. With what it was made from a safer release is found, and proved by attack.';
  if (json) {
    terminal.out.write(jsonLine({ suggestions, note }));
    return ExitCode.done;
  }
  for (const suggestion of suggestions.slice(0, MOST_SHOWN)) terminal.out.write(`${adviser.suggestion(suggestion)}\n`);
  if (suggestions.length > MOST_SHOWN) terminal.out.write(`... and ${suggestions.length - MOST_SHOWN} more (--json)\n`);
  if (suggestions.length === 0)
    terminal.out.write(`${adviser.nothing} is named ${surely(certainty)} by this attack, which is no proof of safety.\n`);
  terminal.out.write(`note: ${note}\n`);
  return ExitCode.done;
}
