import { readText } from '../../shared/adapters/local/documents.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { checkSafe, compareTexts } from '../../shared/core/sanitise/check-sanitised.ts';
import { knownTerms, parseContexts } from '../../shared/core/sanitise/known-file.ts';
import { removeUntilSafe } from '../../shared/core/sanitise/remove-terms.ts';
import type { FileMethod } from './method.ts';
import { findWithin, textsRelease } from './removed-texts.ts';
import { textsIn } from './texts.ts';

/** Terms out of texts, so that K others cover each protected entity. */
export const method: FileMethod = {
  options: { contexts: { type: 'string' } },
  async makeFrom(file, { k, values }) {
    const path = values['contexts'];
    if (typeof path !== 'string')
      throw new BadInput('k-safe needs --contexts: a .json file, {"contexts":{"HIV":["antiviral"]},"protected":["HIV"]}');
    const text = readText(path);
    const known = parseContexts(text, path);
    const given = textsIn(file);
    const found = findWithin(given, knownTerms(known));
    const made = found.map((each) => ({ id: each.id, ...removeUntilSafe(each.text, known.contexts, known.protected, k) }));
    const { release, files } = textsRelease('k-safe', k, made, found, given);
    // The checks are code of their own: what they do not pass is not written.
    if (
      checkSafe(release, known.contexts, known.protected, k).length > 0 ||
      compareTexts(release, files.original).some(({ differs }) => differs !== null)
    )
      throw new Error('the release made would not hold its claim');
    return {
      files: [...files.written, { name: 'contexts.json', pieces: [text] }],
      measures: { method: 'k-safe', k, texts: made.length, ...files.measures },
      request: { release: 'release.jsonl', kind: 'sanitised-text', original: 'original.jsonl', external: 'contexts.json' },
    };
  },
};
