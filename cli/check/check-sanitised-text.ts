import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { plural } from '../../shared/app/audit/publish/text.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { compareTexts } from '../../shared/core/sanitise/check-sanitised.ts';
import { DEGREES, readSanitised, type SanitisedTexts } from '../../shared/core/sanitise/sanitised-file.ts';
import { claimsHold } from '../../shared/core/verdict/claim.ts';
import { textsCheck } from '../../shared/kinds/sanitised-text/check/check-texts.ts';
import { DIFFERS } from '../../shared/kinds/sanitised-text/measure/differs.ts';
import { standingSaid } from '../../shared/kinds/sanitised-text/measure/terms-said.ts';
import { originalOf, readKnown } from '../../shared/kinds/sanitised-text/read/open.ts';
import { tellsTexts } from '../../shared/kinds/sanitised-text/tells.ts';
import { ExitCode } from '../command.ts';
import type { CheckAsked, StructureCheck } from './structure-check.ts';

const WHAT = {
  't-plausible': { rule: 'base texts', is: 'may come from', of: 'base texts' },
  'k-safe': { rule: 'covered', is: 'a protected entity is covered by', of: 'others' },
  'k-confusable': { rule: 'as probable', is: 'beside a sensitive topic are as probable', of: 'others' },
} as const;

/** t base texts by multiplying, k others by counting; beside the original: nothing else was changed, and what is hidden cannot be read elsewhere. */
export const checkSanitisedText: StructureCheck = {
  tells: tellsTexts,
  external: true,
  async run({ name, bytes }, { k: asked, original, external, json, most }, terminal) {
    const release = await readSanitised(name, bytes);
    const { method, documents } = release;
    const degree = asked ?? release.degree;
    if (degree === null) throw new BadInput(`say what is claimed: --k 100 (here it is ${DEGREES[method]})`, { file: name });
    const known = await knownOf(release, external);
    const compared = original === null ? null : compareTexts(release, await originalOf(original, gunzip));
    const { short: found, claims } = textsCheck(release, degree, known, compared?.map(({ differs }) => differs) ?? null);
    const short = found ?? [];
    const differ = (compared ?? []).filter(({ differs }) => differs !== null);
    const holds = claimsHold(claims) !== false;
    const { rule, is, of } = WHAT[method];
    if (json) {
      for (const { text, found, wanted } of short) terminal.out.write(`${JSON.stringify({ rule, text: text + 1, found, wanted })}\n`);
      for (const { text, differs } of differ) terminal.out.write(`${JSON.stringify({ rule: 'original', text: text + 1, differs })}\n`);
      return holds ? ExitCode.done : ExitCode.claimFalse;
    }
    for (const { text, found, wanted } of short.slice(0, most))
      terminal.out.write(`  text ${text + 1}: ${is} ${found} ${of}, fewer than ${wanted}\n`);
    for (const { text, differs } of differ.slice(0, most))
      terminal.out.write(`  text ${text + 1}: ${DIFFERS[differs as keyof typeof DIFFERS]}\n`);
    const hidden = Math.max(0, short.length - most) + Math.max(0, differ.length - most);
    if (hidden > 0) terminal.out.write(`  ... and ${hidden} more (--all, --json)\n`);
    terminal.out.write(
      `${name}: ${plural(documents.length, 'text')}: ${holds ? '' : 'NOT '}${method} with ${DEGREES[method]} = ${degree}${original === null ? '' : ', and as the original but for what is hidden'}\n`,
    );
    const standing = standingSaid(documents);
    if (standing !== null) terminal.out.write(`${standing}\n`);
    return holds ? ExitCode.done : ExitCode.claimFalse;
  },
};

async function knownOf(release: SanitisedTexts, external: CheckAsked['external']) {
  if (release.method === 't-plausible') {
    if (external !== null) throw new BadInput('t-plausible texts are checked by their tree; leave --external out');
    return null;
  }
  const wanted = release.method === 'k-safe' ? 'the contexts of entities' : 'the topics that it was made by';
  if (external === null)
    throw new BadInput(`it takes ${wanted} to check this: --external ${release.method === 'k-safe' ? 'contexts' : 'topics'}.json`);
  return readKnown(release, external, gunzip);
}
