import { digestText } from '../keys/digest.ts';

const LONGEST = 100;

/**
 * A text as the name of a folder that every system takes. What other scripts say is lost in it, so their names are told apart by a hash: results
 * of one would else replace another's.
 */
export function folderName(text: string): string {
  const told = text.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  if ([...text].every((character) => character <= '\u007f')) return told.slice(0, LONGEST) || 'audit';
  const hash = digestText(text.normalize('NFC')).slice(0, 8);
  const own = told.replace(/-+$/, '').slice(0, LONGEST - hash.length - 1);
  return own === '' ? `audit-${hash}` : `${own}-${hash}`;
}
