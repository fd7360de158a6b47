import type { Hierarchy } from '../core/anonymise/km/hierarchy.ts';
import { FOREIGN_LABEL } from '../core/format/table/table-reader.ts';
import { type Warning, Warnings } from '../core/format/warnings.ts';
import { BadInput } from '../core/model/bad-input.ts';
import { LabelExpander } from '../core/model/expand-labels.ts';
import type { LocatedTransaction } from '../core/model/transaction.ts';
import { Vocabulary } from '../core/model/vocabulary.ts';
import type { TransactionStream } from './read-release.ts';

/** The release with the sets that a hierarchy's labels stand for in their places, checked as sets that were written out are. */
export function withSets(file: string, stream: TransactionStream, hierarchy: Hierarchy): TransactionStream {
  const expander = new LabelExpander(hierarchy);
  const vocabulary = new Vocabulary();
  const warnings = new Warnings(file);
  const expanded = async function* (): AsyncGenerator<LocatedTransaction> {
    for await (const transaction of stream.transactions) {
      const { line } = transaction;
      const before = { ...expander.counts() };
      const items = expander.expand(transaction.items);
      const checked = vocabulary.check(items, line);
      if (typeof checked !== 'number')
        throw new BadInput(`${checked.message} (as the hierarchy has it: labels of different levels over each other are not attacked)`, {
          file,
          line,
        });
      const after = expander.counts();
      for (let times = after.suppressed - before.suppressed; times > 0; times -= 1) warnings.add(SUPPRESSED, line);
      for (let times = after.unknown - before.unknown; times > 0; times -= 1) warnings.add(UNKNOWN, line);
      if (checked > 0) warnings.add('labels that stand for the same items within a transaction; they count once', line);
      yield { ...transaction, items };
    }
    const { sets, items, suppressed } = expander.counts();
    if (sets + items === 0)
      throw new BadInput(
        suppressed > 0
          ? 'everything in this release is suppressed: nothing is left to attack'
          : 'nothing in this release stands in the hierarchy',
        { file },
      );
  };
  return { ...stream, transactions: expanded(), warnings: () => [...told(stream), ...warnings.list()] };
}

const told = (stream: TransactionStream): Warning[] => stream.warnings().filter(({ message }) => message !== FOREIGN_LABEL);

const SUPPRESSED = 'an item that was suppressed ("*"); it is left out';
const UNKNOWN = 'a label that does not stand in the hierarchy; it is read as an item';
