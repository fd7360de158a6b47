import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { said } from './said.ts';

/** A folder for the tests of one file; paths in it. */
export function ownFolder(): (...names: readonly string[]) => string {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'unveil-kind-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (...names) => join(folder, ...names);
}

/** Releases that check and audit refuse with a single message that has a place. */
export function refusedReleases(
  at: ReturnType<typeof ownFolder>,
  cases: readonly (readonly [what: string, text: string, message: string])[],
): void {
  test.each(cases)('%s: one message with its place', async (_, text, message) => {
    writeFileSync(at('bad.json'), text);
    for (const command of [
      ['check', at('bad.json'), '--k', '2'],
      ['audit', at('bad.json'), '--out', at('never')],
    ]) {
      const { status, out, err } = await said(...command);
      expect({ status, out, lines: err.trimEnd().split('\n').length }).toEqual({ status: 2, out: '', lines: 1 });
      expect(err).toContain(`bad.json:${message}`);
    }
  });
}

/** Originals that do not go with a release. */
export function refusedOriginals(
  at: ReturnType<typeof ownFolder>,
  release: string,
  cases: readonly (readonly [what: string, text: string, message: string])[],
): void {
  test.each(cases)('an original with %s is refused', async (_, text, message) => {
    writeFileSync(at('release.json'), release);
    writeFileSync(at('wrong.jsonl'), text);
    const { status, err } = await said('audit', at('release.json'), '--original', at('wrong.jsonl'), '--out', at('never'));
    expect({ status, message: err.includes(message) ? message : err }).toEqual({ status: 2, message });
  });
}
