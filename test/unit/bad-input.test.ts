import { BadInput } from '../../shared/core/model/bad-input.ts';

test.each([
  [{ file: 'release.txt', line: 3, column: 7 }, 'release.txt:3:7: no closing bracket'],
  [{ file: 'release.txt' }, 'release.txt: no closing bracket'],
  [{}, 'no closing bracket'],
])('names the place %j', (place, text) => {
  expect(new BadInput('no closing bracket', place).describe()).toBe(text);
});
