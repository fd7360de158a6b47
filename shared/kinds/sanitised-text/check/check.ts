import { BadInput } from '../../../core/model/bad-input.ts';
import { claimsHold } from '../../../core/verdict/claim.ts';
import type { Check, Readers } from '../../../kit/offers.ts';
import { optionText } from '../../../kit/option-values.ts';
import { plural } from '../../../kit/publish/text.ts';
import { checkedList, violations } from '../../../kit/violations.ts';
import { type ComparedText, compareTexts } from '../core/check-sanitised.ts';
import { identifiersIn } from '../core/residual-identifiers.ts';
import { DEGREES, readSanitised, type SanitisedTexts } from '../core/sanitised-file.ts';
import { originalOf, readKnown } from '../read/open.ts';
import { standingSaid, textsCheck } from './check-texts.ts';

const WHAT = {
  't-plausible': { rule: 'base texts', is: 'may come from', of: 'base texts' },
  'k-safe': { rule: 'covered', is: 'a protected entity is covered by', of: 'others' },
  'k-confusable': { rule: 'as probable', is: 'beside a sensitive topic are as probable', of: 'others' },
} as const;

/** t base texts by multiplying, k others by counting; with the original: nothing else was changed, and what is hidden cannot be read elsewhere. */
export const runTextsCheck: Check['run'] = async ({ name, bytes }, { k: asked, values }, readers) => {
  const release = await readSanitised(name, bytes);
  const { method, documents } = release;
  const degree = asked ?? release.degree;
  if (degree === null) throw new BadInput(`say what is claimed: --k 100 (here it is ${DEGREES[method]})`, { file: name });
  const known = await knownOf(release, optionText(values, 'external'), readers);
  const path = optionText(values, 'original');
  const compared = path === undefined ? null : compareTexts(release, await originalOf(await readers.file(path), readers.reading.gunzip));
  const { short, claims } = textsCheck(release, degree, known, compared?.map(({ differs }) => differs) ?? null);
  const { rule, is, of } = WHAT[method];
  const standing = standingSaid(documents);
  const identified = documents.flatMap((document, text) => (identifiersIn(document).size > 0 ? [text] : []));
  return checkedList({
    claims,
    found: [
      violations(
        short ?? [],
        ({ text, found, wanted }) => ({ rule, text: text + 1, found, wanted }),
        ({ text, found, wanted }) => `  text ${text + 1}: ${is} ${found} ${of}, fewer than ${wanted}`,
      ),
      violations(
        (compared ?? []).filter(({ differs }) => differs !== null),
        ({ text, differs }) => ({ rule: 'original', text: text + 1, differs }),
        ({ text, differs }) => `  text ${text + 1}: ${DIFFERS[differs as keyof typeof DIFFERS]}`,
      ),
    ],
    // The claim does not cover them, so they break none.
    notes:
      identified.length === 0
        ? []
        : [
            `in ${plural(identified.length, 'text')} an identifier can be read (text ${identified
              .slice(0, MOST_NAMED)
              .map((text) => text + 1)
              .join(
                ', ',
              )}${identified.length > MOST_NAMED ? ', ...' : ''}): a telephone number, an e-mail address or a number of a person; take it out`,
          ],
    summary: [
      `${name}: ${plural(documents.length, 'text')}: ${claimsHold(claims) === false ? 'NOT ' : ''}${method} with ${DEGREES[method]} = ${degree}${path === undefined ? '' : ', and as the original but for what is hidden'}`,
      ...(standing === null ? [] : [standing]),
    ],
  });
};

/** Texts that a note names. */
const MOST_NAMED = 10;

async function knownOf(release: SanitisedTexts, path: string | undefined, { file, reading: { gunzip } }: Readers) {
  if (release.method === 't-plausible') {
    if (path !== undefined) throw new BadInput('t-plausible texts are checked by their tree; leave --external out');
    return null;
  }
  const wanted = release.method === 'k-safe' ? 'the contexts of entities' : 'the topics that it was made by';
  if (path === undefined)
    throw new BadInput(`it takes ${wanted} to check this: --external ${release.method === 'k-safe' ? 'contexts' : 'topics'}.json`);
  return readKnown(release, await file(path), gunzip);
}

/** In words, after "text 3:" or "of 3 texts". */
const DIFFERS: Readonly<Record<NonNullable<ComparedText['differs']>, string>> = {
  'no original': 'there is no original',
  'other words': 'the words are not those of the original',
  'not under its node': 'a term does not stand under its node',
  'one mark, two terms': 'a mark stands for two terms',
  'still said': 'a hidden term can still be read',
};
