/** Why an item looks as if its writer meant several, or null. */
export const hintOf = (item: string): string | null =>
  /[;；、，]/.test(item) ? 'an item with a semicolon or another list mark in it; items are separated by commas' : null;
