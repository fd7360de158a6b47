/** RFC 4180 by the letter: one state machine over all characters of a text, without lines. Null for a text with a misplaced or open quote. */
export function scannedSlowly(text: string, delimiter: string): string[][] | null {
  const records: string[][] = [[]];
  let [field, state] = ['', 'before' as 'before' | 'plain' | 'inside' | 'quote' | 'after'];
  const isSpace = (character: string): boolean => character !== delimiter && character.trim() === '';
  const close = (): void => {
    records.at(-1)?.push(state === 'after' || state === 'quote' ? field : field.trim());
    [field, state] = ['', 'before'];
  };
  const input = text.replaceAll('\r\n', '\n');
  for (const character of input.endsWith('\n') ? input.slice(0, -1) : input) {
    if (state === 'inside') {
      if (character === '"') state = 'quote';
      else field += character;
    } else if (character === '"') {
      if (state === 'before') [field, state] = ['', 'inside'];
      else if (state === 'quote') [field, state] = [`${field}"`, 'inside'];
      else return null;
    } else if (character === delimiter) close();
    else if (character === '\n') {
      close();
      records.push([]);
    } else if (state === 'quote' || state === 'after') {
      if (!isSpace(character)) return null;
      state = 'after';
    } else {
      if (!isSpace(character)) state = 'plain';
      field += character;
    }
  }
  if (state === 'inside') return null;
  close();
  return records;
}
