import { CONCLUSION_FILE, type StoredConclusion, type VerdictText } from '../../../contracts/verdict.ts';
import type { Conclusion } from './conclude.ts';
import type { Publisher } from './publisher.ts';

/** Writes `verdict.json`, and `gate.json` where the request has a policy. */
export async function publishConclusion(
  publisher: Publisher,
  { conclusion, text }: { readonly conclusion: Conclusion; readonly text: VerdictText },
): Promise<void> {
  const { verdict, claims, findings, gate } = conclusion;
  const stored = { version: 1, verdict, text, claims, findings, gate } satisfies Readonly<Record<keyof StoredConclusion, unknown>>;
  await publisher.text(CONCLUSION_FILE, [`${JSON.stringify(stored, null, 1)}\n`]);
  if (gate !== null) await publisher.text('gate.json', [`${JSON.stringify(gate, null, 1)}\n`]);
}
