import * as z from 'zod';
import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { workBlob } from '../../shared/contracts/work-blob.ts';
import { readAllJsonLines } from '../../shared/kit/blobs/json-lines.ts';
import { CampaignWork, campaignAudits, MOST_CHARACTERS } from '../../shared/pipeline/cloud/campaign.ts';

const grid = (axes: number): object =>
  Object.fromEntries(
    ['ratio', 'context.width', 'claim.k', 'claim.m'].slice(0, axes).map((axis) => [axis, Array.from({ length: 100 }, (_, at) => at + 2)]),
  );
const many = (audits: number): string =>
  JSON.stringify({ audits: Array.from({ length: audits }, (_, at) => ({ name: `d${at}`, release: `${at}.txt` })) });
const expand = (text: string) => campaignAudits(text, 'c.json', ['wordnet']);

describe('a campaign that is too large', () => {
  test.each([3, 4])('of %i axes of a hundred values is refused before any audit of it is made', (axes) => {
    const text = JSON.stringify({ audits: [{ name: 'a', release: 'r.txt' }], grid: grid(axes) });
    const before = process.memoryUsage().heapUsed;
    const started = process.cpuUsage();
    expect(() => expand(text)).toThrow(`a campaign has at most 10000 audits, grids included: these are ${100 ** axes}`);
    // Expanded, three axes took 14 s and 538 MB.
    expect(process.cpuUsage(started).user).toBeLessThan(1e6);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100e6);
  });

  test('of more audits, or of more characters, is refused', () => {
    expect(() => expand(many(10_001))).toThrow('audits: must be at most 10000 entries');
    const text = JSON.stringify({ audits: [{ name: 'a', release: 'r.txt' }], defaults: { seed: 'x'.repeat(MOST_CHARACTERS) } });
    expect(() => expand(text)).toThrow('a campaign has at most 10000000 characters');
    expect(() =>
      expand(
        JSON.stringify({
          audits: [
            { name: 'a', release: 'r.txt' },
            { name: 'b', release: 'r.txt', grid: grid(2) },
          ],
        }),
      ),
    ).toThrow('these are 10001');
  });
});

describe('a campaign of ten thousand datasets', () => {
  const reference = { auditId: 'x1', day: '2026-11-19' };
  const audits = expand(many(10_000));
  const lines = workBlob('lines', 1, z.looseObject({ at: z.int(), entry: z.object({ start: z.int(), end: z.int() }) }));
  const place = { name: 'c', team: null, folder: 'inbox/campaigns/', file: 'c.json', dropped: '2026-11-18T00:00:00.000Z' };

  test('is read entry by entry: a child reads its own, and no more', async () => {
    const store = memoryBlobStore();
    const ranges: number[] = [];
    const folder = new CampaignWork({
      ...store,
      read: (key, range) => {
        ranges.push(range === undefined ? Number.POSITIVE_INFINITY : range.end - range.start);
        return store.read(key, range);
      },
    });
    await folder.write(reference, place, audits);
    const manifest = await readAllJsonLines(store, 'manifest.jsonl', lines);
    expect(manifest.map(({ at }) => at)).toEqual(audits.map((_, at) => at));
    for (const { at, entry } of [manifest[0], manifest[1], manifest[7_777], manifest[9_999]].filter((line) => line !== undefined))
      expect(await folder.audit(entry)).toEqual(audits[at]);
    expect(ranges).toHaveLength(4);
    expect(Math.max(...ranges)).toBeLessThan(2_000);
    // A line is the input of a child, and names nothing.
    expect(JSON.stringify(manifest)).not.toContain('txt');
  });

  test('is reported with many requests under way, not one after another', async () => {
    const folder = new CampaignWork(memoryBlobStore());
    await folder.write(reference, place, audits);
    for (let at = 0; at < 200; at += 2) await folder.writeAdmitted(at, { auditId: `a${at}` });
    let [open, most] = [0, 0];
    const outcomes = await folder.outcomes(async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 1));
      open -= 1;
      return { status: 'succeeded', reason: null };
    }, 'lost');
    expect(most).toBeGreaterThan(8);
    expect(outcomes.map(({ name }) => name)).toEqual(audits.map(({ name }) => name));
    expect(outcomes.filter(({ status }) => status === 'succeeded')).toHaveLength(100);
    expect(outcomes[1]).toEqual({ name: 'd1', auditId: null, status: 'lost', reason: null });
  });
});
