import { BadInput } from '../../core/model/bad-input.ts';
import type { WordSegmenter } from '../../core/text/normalisation.ts';

/** The words of a language by ICU's dictionaries. Their version is part of the id: other dictionaries make other tokens. */
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
