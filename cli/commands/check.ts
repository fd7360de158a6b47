import { BadInput } from '../../shared/core/model/bad-input.ts';
import { claimsHold } from '../../shared/core/verdict/claim.ts';
import { KIND_NAMES, KINDS, listedKind } from '../../shared/kinds/registry.ts';
import type { Options } from '../../shared/kit/option.ts';
import { optionText, wholeNumber } from '../../shared/kit/option-values.ts';
import { openFile } from '../../shared/kit/read/read-release.ts';
import { AUTO, listedKindOf } from '../../shared/pipeline/audit/kind-of.ts';
import { type Command, ExitCode, jsonLine, oneArgument, optionHelp, parseOptions, textHelp } from '../command.ts';
import { merged, OFFERS } from '../offers.ts';
import { readersHere } from '../readers.ts';

const COMMON = {
  k: { type: 'string', value: 'K', help: 'the claim: K people are alike; some releases state it themselves' },
  kind: { type: 'string', value: 'KIND', help: 'where the file does not say of which kind it is' },
  encoding: { type: 'string', value: 'NAME', help: 'where files are not UTF-8: latin1, windows-1252, ...' },
  json: { type: 'boolean', default: false, help: 'a line of JSON a violation' },
  all: { type: 'boolean', default: false, help: 'print every violation (without it the first 10 of each rule)' },
} as const satisfies Options;

const SHOWN = 10;

const help = `unveil check: is a release as anonymous as it claims?

Usage: unveil check release.json --k 3 --m 2 [--strict] [--json] [--all]
       unveil check release.txt --k 5 [--constraints privacy.txt] [--m M] [--json] [--all]
       unveil check table.csv --roles roles.json [--json] [--all]

Exact, and without any knowledge of the original unless it is given.

${optionHelp(COMMON)}
${OFFERS.map(({ check }) => `${textHelp(check.help)}\n${optionHelp(check.options)}`).join('\n')}
Exit code 0: the claim holds. 3: it is false. 2: the file or the options cannot be used.
`;

const OPTIONS = { ...merged(OFFERS.map(({ check }) => check.options)), ...COMMON };

export const command: Command = {
  help,
  options: OPTIONS,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions(argv, OPTIONS);
    const path = oneArgument(
      positionals,
      'name a release: unveil check release.json --k 3 --m 2, or unveil check table.csv --roles roles.json',
      'one release is checked at a time',
    );
    const { kind = AUTO, encoding, json, all } = values;
    if (kind !== AUTO && listedKind(kind) === undefined) throw new BadInput(`--kind is one of: ${KIND_NAMES.join(', ')}`);
    // Reading requests loads much that a check needs nothing of.
    if (/\.json$/i.test(path)) (await import('../audit/request.ts')).mustBeNoRequest(path);
    const readers = readersHere(encoding);
    const file = await openFile(await readers.file(path), readers.reading);
    const given: Readonly<Record<string, string | boolean | undefined>> = values;
    const columns = ['id', 'quasi', 'sensitive'].some((role) => given[role] !== undefined) ? {} : undefined;
    const asked = { kind, roles: optionText(given, 'roles'), columns };
    const why = listedKind(kind)?.tells(file, asked);
    if (why?.is === 'no') throw new BadInput(`--kind ${kind}: it is not: ${why.why}`, { file: path });
    const { name } = listedKindOf(KINDS, asked, file);
    const check = OFFERS.find((offers) => offers.kind === name)?.check;
    if (check === undefined) throw new Error(`${name} offers no check`);
    for (const [option, value] of Object.entries(given)) {
      if (value === undefined || value === false || Object.hasOwn(COMMON, option) || Object.hasOwn(check.options, option)) continue;
      const takers = OFFERS.filter((offers) => Object.hasOwn(offers.check.options, option)).map((offers) => offers.kind);
      const [taker, ...others] = takers.map((each) => listedKind(each)?.tells(file, asked).why);
      const because = others.length > 0 ? '' : `: ${taker}`;
      throw new BadInput(`--${option} is for ${takers.join(', ')} releases; this one is ${name}${because}`, { file: path });
    }
    const k = values.k === undefined ? null : wholeNumber(values.k, '--k', 1);
    const { claims, notes = [], ...checked } = await check.run(file, { k, values: given }, readers);
    for (const note of notes) terminal.err.write(`unveil: ${path}: note: ${note}\n`);
    if (json) for (const violation of checked.json()) terminal.out.write(jsonLine(violation));
    else for (const line of checked.text(all ? Number.POSITIVE_INFINITY : SHOWN)) terminal.out.write(`${line}\n`);
    return claimsHold(claims) === false ? ExitCode.claimFalse : ExitCode.done;
  },
};
