const SIBILANT = /(?:ss|sh|ch|x|zz)es$/;

/**
 * Folds an English plural to its singular by its ending alone: `injuries` to `injury`, `boxes` to `box`, `knees` to `knee`.
 * Both sides of a comparison are folded, so a wrong singular (`diabetes` to `diabete`) costs nothing unless two words
 * meet in it. Words of up to three letters and those in -ss, -us, -is stay as they are.
 */
export function foldPlural(token: string): string {
  if (token.length < 4 || !token.endsWith('s')) return token;
  if (token.endsWith('ies')) return token.length > 4 ? `${token.slice(0, -3)}y` : token.slice(0, -1);
  if (SIBILANT.test(token)) return token.slice(0, -2);
  const before = token[token.length - 2];
  return before === 's' || before === 'u' || before === 'i' ? token : token.slice(0, -1);
}
