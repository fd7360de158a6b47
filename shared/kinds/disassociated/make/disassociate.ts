import { BadInput } from '../../../core/model/bad-input.ts';
import type { Transaction } from '../../../core/model/transaction.ts';
import { placedLines } from '../../../kit/make/transaction-lines.ts';
import type { Method } from '../../../kit/offers.ts';
import { optionText, wholeNumber } from '../../../kit/option-values.ts';
import { transactionsIn } from '../../../kit/read/read-transactions.ts';
import { countBreaches, STRONG } from '../core/breach/breaches.ts';
import { checkRelease } from '../core/breach/check-release.ts';
import { coverProblems } from '../core/breach/cover-problems.ts';
import { checkWorlds } from '../core/breach/possible-rows.ts';
import { codeRecords } from '../core/disassociate/coded-records.ts';
import { type DisassociateOptions, disassociate, disassociationFault } from '../core/disassociate/disassociate.ts';
import { writeDisassociated } from '../core/format/clusters-json.ts';

/** Transactions cut into chunks whose links are hidden. */
export const makeClusters: Method['make'] = async (file, { k, values }, readers) => {
  const transactions = await transactionsIn(file, readers);
  const m = wholeNumber(String(values['m']), '--m', 1);
  const most = optionText(values, 'max-cluster');
  const maxCluster = most === undefined ? Math.max(50, 2 * k - 1) : wholeNumber(most, '--max-cluster', 1);
  const options: DisassociateOptions = { k, m, maxCluster, refine: values['refine'] === true, safe: values['safe'] === true };
  const fault = disassociationFault(options, transactions.length);
  if (fault !== null) throw new BadInput(fault);
  const { release, clusterOf, utility } = disassociate(codeRecords(itemsOf(transactions)), options);
  // The checker is code of its own: what it does not pass is not written.
  const [violation] = checkRelease(release, { k, m });
  if (violation !== undefined)
    throw new Error(`the release made would not hold its claim: ${violation.rule}, cluster ${violation.cluster}`);
  // Every strict violation is one of a cluster: the plain rules hold.
  const loose = checkRelease(release, { k, m }, { strict: true }).map(({ cluster }) => cluster);
  const covers = release.clusters.reduce((count, cluster) => count + coverProblems(cluster).length, 0);
  if (options.safe === true && covers > 0) throw new Error(`${covers} cover problems are left`);
  return {
    files: [
      { name: 'release.json', pieces: writeDisassociated(release) },
      { name: 'original.jsonl', pieces: placedLines(transactions, clusterOf) },
    ],
    measures: {
      method: 'disassociate',
      k,
      m,
      maxCluster,
      refined: String(options.refine),
      safe: String(options.safe),
      clusters: release.clusters.length,
      jointClusters: release.jointClusters.length,
      occurrences: utility.occurrences,
      shareInRecordChunks: utility.inRecordChunks / utility.occurrences,
      shareInSharedChunks: utility.inSharedChunks / utility.occurrences,
      shareSuppressed: utility.suppressed / utility.occurrences,
      shareMovedToTermChunks: utility.moved / utility.occurrences,
      strictViolations: loose.length,
      coverProblems: covers,
      breachesStrongAttacker: countBreaches(release, k, STRONG).quantity,
    },
    notes: [
      ...(loose.length === 0 ? [] : [looseNote(loose)]),
      ...(covers === 0 ? [] : [coverNote(covers)]),
      ...(checkWorlds(release, { k, m }).length === 0 ? [] : [WORLDS_NOTE]),
    ],
    request: { release: 'release.json', original: 'original.jsonl', claim: { k, m } },
  };
};

const coverNote = (covers: number): string =>
  `${covers} cover ${covers === 1 ? 'problem is' : 'problems are'} left (docs/disassociation.md): who knows two items of somebody learns of others without guessing; --safe leaves none`;

const WORLDS_NOTE =
  '"unveil check" will refuse it: some pair of items is in fewer than k transactions in every possible world; make it with --safe';

/** Why the strict check refuses the release. */
const looseNote = (clusters: readonly (number | null)[]): string =>
  `"unveil check --strict" will refuse ${clusters.length === 1 ? 'a cluster' : `${clusters.length} clusters`} (${clusters.slice(0, 5).join(', ')}${clusters.length > 5 ? ', ...' : ''}): too few terms to fill the transactions with, however many of them go to the term chunk`;

function* itemsOf(transactions: readonly Transaction[]): Generator<readonly string[]> {
  for (const [at, { items }] of transactions.entries()) {
    if (items.length === 0) throw new BadInput(`transaction ${at + 1} has no items: it cannot be disassociated`);
    yield items as readonly string[];
  }
}
