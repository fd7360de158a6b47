import { madeOnce } from '../../shared/app/made-once.ts';

test('what has a name is made once, what failed anew', async () => {
  const { of } = madeOnce();
  let times = 0;
  const make = async (): Promise<number> => {
    times += 1;
    if (times === 1) throw new RangeError('the first time');
    return times;
  };
  await expect(of('a', make)).rejects.toThrow(RangeError);
  expect(await Promise.all([of('a', make), of('a', make)])).toEqual([2, 2]);
  expect(await of('b', make)).toBe(3);
});
