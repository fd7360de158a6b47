import { BadInput } from '../../core/model/bad-input.ts';
import type { WordSegmenter } from '../../core/text/tokens.ts';

/** Words of a language by ICU's dictionaries. Their version is part of the id, because other dictionaries give other tokens. */
export function segmenterFor(lang: string): WordSegmenter {
  let canonical: string | undefined;
  try {
    [canonical] = Intl.Segmenter.supportedLocalesOf(lang);
  } catch {
    canonical = undefined;
  }
  if (canonical === undefined)
    throw new BadInput(`"${lang}" is not a language whose words this Node.js can find (give a tag such as ja, zh, th)`);
  const words = new Intl.Segmenter(canonical, { granularity: 'word' });
  return { id: `${canonical}-icu${process.versions['icu'] ?? 'none'}`, segment: (text) => words.segment(text) };
}
