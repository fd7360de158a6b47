import { main } from '../../cli/main.ts';

/** Runs a command in this process. */
export async function said(...argv: readonly string[]): Promise<{ status: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const status = await main(argv, { out: { write: (text) => (out += text) }, err: { write: (text) => (err += text) } });
  return { status, out, err };
}
