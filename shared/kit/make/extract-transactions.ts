import { documentItems } from '../../core/extract/document-items.ts';
import { queryItems } from '../../core/extract/query-items.ts';
import { RepeatedLines } from '../../core/extract/repeated-lines.ts';
import { type LoggedQuery, queriesBy } from '../../core/extract/sessions.ts';
import type { Transaction } from '../../core/model/transaction.ts';
import type { Tagger } from '../../ports/tagger.ts';

interface TextDocument {
  readonly id: string;
  readonly text: string;
}

/** A document can be read twice: `documents` is called for each pass. */
export function* transactionsFromTexts(
  documents: () => Iterable<TextDocument>,
  tagger: Tagger,
  repeatedShare: number,
): Generator<Transaction> {
  const repeated = new RepeatedLines(repeatedShare);
  for (const { text } of documents()) repeated.count(text);
  for (const { id, text } of documents()) yield { id, items: documentItems(tagger.tag(repeated.without(text))) };
}

export function* transactionsFromQueries(log: Iterable<LoggedQuery>, tagger: Tagger, per: 'user' | 'session'): Generator<Transaction> {
  for (const [id, queries] of queriesBy(per, log)) yield { id, items: queryItems(queries, (query) => tagger.tag(query)) };
}
