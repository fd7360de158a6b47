import type { Entry } from '../../shared/core/model/transaction.ts';
import { Vocabulary } from '../../shared/core/model/vocabulary.ts';

describe('Vocabulary', () => {
  /** Results by transaction. */
  const said = (vocabulary: Vocabulary, transactions: readonly (readonly Entry[])[]): unknown[] =>
    transactions.map((items, at) => {
      const own = [...items];
      return [vocabulary.check(own, at + 1), own];
    });

  test('says the same when its items take many maps', () => {
    const transactions: Entry[][] = [
      ['a', ['b', 'c'], 'd', 'e', 'f'],
      [['c', 'b'], 'g', ['h', 'i', 'j']],
      ['k', ['b', 'c'], ['b', 'c'], 'a'],
      ['d', ['i', 'h', 'j'], 'h'],
      [['b', 'h'], 'a'],
      ['l', 'm', 'l'],
    ];
    const whole = said(new Vocabulary(), transactions);
    expect(said(new Vocabulary({ mostInMap: 2 }), transactions)).toEqual(whole);
    expect(whole.map((each) => (each as unknown[])[0])).toEqual([
      0,
      0,
      1,
      { message: 'an item for the second time in one transaction', entry: 2, member: 0 },
      { message: 'an item of two different generalised items, here and on line 1; an item belongs to one', entry: 0, member: 0 },
      { message: 'an item for the second time in one transaction', entry: 2, member: 0 },
    ]);
  });
});
