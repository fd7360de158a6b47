import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grownBy, quartersOf, sampleOf } from '../../scripts/faults/samples.ts';

const samples = (memory: (at: number) => number, descriptors: (at: number) => number) =>
  Array.from({ length: 40 }, (_, at) => ({ memory: memory(at), descriptors: descriptors(at) }));

test('what fills up in the first quarter is flat; what goes on growing, and descriptors that are not closed, show', () => {
  const flat = quartersOf(
    samples(
      (at) => (at < 10 ? at * 10 : 100),
      () => 20,
    ),
  );
  expect([grownBy(flat), flat.descriptors]).toEqual([1, [20, 20, 20, 20]]);
  const leaking = quartersOf(
    samples(
      (at) => 100 + at,
      (at) => 20 + at,
    ),
  );
  expect(grownBy(leaking)).toBeCloseTo((100 + 34.5) / (100 + 14.5), 12);
  expect(grownBy(leaking)).toBeGreaterThan(1.1);
  expect(leaking.descriptors).toEqual([29, 39, 49, 59]);
  expect(() =>
    quartersOf(
      samples(
        () => 1,
        () => 1,
      ).slice(0, 7),
    ),
  ).toThrow('7 samples are too few');
});

test('a descriptor that is left open is counted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-samples-'));
  const before = sampleOf(process.pid);
  openSync(join(folder, 'open'), 'w');
  expect(sampleOf(process.pid).descriptors).toBeGreaterThan(before.descriptors);
  expect(before.memory).toBeGreaterThan(10);
  rmSync(folder, { recursive: true });
});
