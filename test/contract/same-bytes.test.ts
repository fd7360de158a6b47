import { describeWith } from '../helpers/needs.ts';
import { run } from '../helpers/run.ts';

/** Under qemu-user a run takes about ten seconds of an idle core; the packages are fetched once, some 50 MB each. */
const MINUTES = 8;

describeWith('qemu', 'the golden run, on other processors and versions of Node', () => {
  test(
    'no hash differs; skipped is only what npm cannot fetch',
    () => {
      const { status, out } = run(process.execPath, ['scripts/same-bytes.ts']);
      expect({ status, differing: out.match(/^DIFFERS.*$/gm) ?? [] }).toEqual({ status: 0, differing: [] });
      expect(out).toMatch(/^\d the same, 0 different, \d skipped$/m);
      const skipped = out.match(/^skipped .*$/gm) ?? [];
      expect(skipped.filter((line) => !line.includes('cannot be fetched'))).toEqual([]);
    },
    MINUTES * 60_000,
  );
});
