/** Transactions enough for two parts of planning, and text enough for two buckets: 80,001 and more of a generalised item each, of 300. */
export function largeRelease(transactions = 81_000): string {
  let text = '';
  for (let at = 0; at < transactions; at += 1) text += `fever, (member one of ${at % 300}, member two of ${at % 300}), cough\n`;
  return text;
}
