/**
 * Why this text cannot be an item, or null. Every format holds the same items, so that what one reads another can write:
 * some text that is not white space, without control characters (tab and line breaks among them), in well-formed Unicode.
 */
export function itemFault(text: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is its purpose.
  if (/[\u0000-\u001f\u007f-\u009f]/.test(text)) {
    return text.includes('\t') ? 'a tab inside an item (is this a tab-separated file?)' : 'a control character inside an item';
  }
  if (text.trim() === '') return 'an item without text';
  return text.isWellFormed() ? null : 'half of a surrogate pair inside an item';
}

export const isItem = (value: unknown): value is string => typeof value === 'string' && itemFault(value) === null;
