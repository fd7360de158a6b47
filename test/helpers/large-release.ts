/** Transactions enough for two parts of planning, and text enough for two buckets: 40,001 and more of two generalised items each, of 300. */
export function largeRelease(transactions = 41_000): string {
  let text = '';
  for (let at = 0; at < transactions; at += 1) {
    const [first, second] = [at % 300, (at * 7 + 3) % 300];
    const item = (group: number): string => `(member one of group ${group}, member two of group ${group})`;
    text += `fever, ${item(first)}, ${first === second ? 'heart' : item(second)}, cough\n`;
  }
  return text;
}
