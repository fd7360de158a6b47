import type { ComparedText } from '../../../core/sanitise/check-sanitised.ts';

/** In words, after "text 3:" or "of 3 texts". */
export const DIFFERS: Readonly<Record<NonNullable<ComparedText['differs']>, string>> = {
  'no original': 'there is no original',
  'other words': 'the words are not those of the original',
  'not under its node': 'a term does not stand under its node',
  'one mark, two terms': 'a mark stands for two terms',
  'still said': 'a hidden term can still be read',
};
