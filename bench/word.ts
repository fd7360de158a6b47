const syllables = [...'bdfgklmnprstvz'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel));
/** A word of four syllables for a number; a step without a common divisor leaves no two alike. */
export function word(number: number): string {
  let left = (number * 7_368_787 + 1_234_567) % syllables.length ** 4;
  let text = '';
  for (let at = 0; at < 4; at += 1, left = Math.floor(left / syllables.length)) text += syllables[left % syllables.length];
  return text;
}
