import { digestText } from '../keys/digest.ts';

const LONGEST = 100;

/**
 * A text as the name of a folder that every system accepts. Other scripts are lost in it, so such names end in a hash: the results of one would
 * otherwise replace those of another.
 */
export function folderName(text: string): string {
  const ascii = text.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  if ([...text].every((character) => character <= '\u007f')) return ascii.slice(0, LONGEST) || 'audit';
  const hash = digestText(text.normalize('NFC')).slice(0, 8);
  const own = ascii.replace(/-+$/, '').slice(0, LONGEST - hash.length - 1);
  return own === '' ? `audit-${hash}` : `${own}-${hash}`;
}
