import fc from 'fast-check';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { decoderOf } from '../../shared/core/format/decoder.ts';
import { encoderOf } from '../../shared/core/format/encoder.ts';
import { TRANSACTION_FORMATS, type TransactionFormat } from '../../shared/core/format/format.ts';
import { itemFault } from '../../shared/core/format/item.ts';
import { exactEntries, TextParser } from '../../shared/core/format/text.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { Entry, LocatedTransaction, Transaction } from '../../shared/core/model/transaction.ts';
import { readRelease } from '../../shared/kit/read/read-release.ts';
import { collect, streamOf } from '../helpers/bytes.ts';

const SEED = { seed: 20261118 };

const item = fc
  .oneof(
    fc.string({ unit: fc.constantFrom(...'ab ,()"\'#@{[\\-1'), minLength: 1, maxLength: 6 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }),
    fc.constantFrom('__proto__', 'constructor', 'toString', '﻿x', ' y ', '-1', '{"items":[]}'),
  )
  .filter((text) => itemFault(text) === null);
const number = fc.nat({ max: 3_000_000_000 }).map(String);

/** Transactions of one release: distinct items, a generalised item drawn from a partition. */
function releases(options: {
  items: fc.Arbitrary<string>;
  ids: boolean;
  generalised: boolean;
  empty: boolean;
}): fc.Arbitrary<Transaction[]> {
  return fc
    .record({
      items: fc.uniqueArray(options.items, { minLength: 4, maxLength: 14 }),
      picks: fc.array(fc.array(fc.nat(), { minLength: options.empty ? 0 : 1, maxLength: 6 }), { minLength: 1, maxLength: 6 }),
      ids: fc.uniqueArray(options.items, { minLength: 6, maxLength: 6 }),
    })
    .map(({ items, picks, ids }) => {
      const entries: Entry[] = options.generalised ? [items.slice(0, 2), ...items.slice(2)] : items;
      return picks.map((pick, at) => {
        const chosen = [...new Set(pick.map((index) => index % entries.length))].map((index) => entries[index]);
        return options.ids ? { id: ids[at], items: chosen } : { items: chosen };
      });
    });
}

const RELEASES: Readonly<Record<TransactionFormat, fc.Arbitrary<Transaction[]>>> = {
  text: releases({ items: item, ids: false, generalised: true, empty: false }),
  jsonl: releases({ items: item, ids: true, generalised: true, empty: true }),
  csv: releases({ items: item, ids: true, generalised: false, empty: false }),
  fimi: releases({ items: number, ids: false, generalised: false, empty: false }),
  spmf: releases({ items: number, ids: false, generalised: false, empty: false }),
};

function written(format: TransactionFormat, release: readonly Transaction[]): Uint8Array {
  const encoder = encoderOf(format);
  return new TextEncoder().encode(encoder.head + release.map((transaction) => encoder.line(transaction)).join(''));
}

function decoded(format: TransactionFormat, pieces: Iterable<Uint8Array>): LocatedTransaction[] {
  const decoder = decoderOf(format, 'file');
  const transactions = Array.from(pieces).flatMap((piece) => decoder.push(piece));
  return [...transactions, ...decoder.end()];
}

/** The transactions, or the message: the same for every way of cutting the bytes. */
function outcome(format: TransactionFormat, pieces: Iterable<Uint8Array>): unknown {
  try {
    return decoded(format, pieces);
  } catch (error) {
    if (error instanceof BadInput) return error.describe();
    throw error;
  }
}

const withoutLine = ({ id, items }: LocatedTransaction): Transaction => (id === undefined ? { items } : { id, items });

describe.each(TRANSACTION_FORMATS)('%s', (format) => {
  test('what is written is read back', () => {
    fc.assert(
      fc.property(RELEASES[format], (release) => {
        expect(decoded(format, [written(format, release)]).map(withoutLine)).toEqual(release);
      }),
      { ...SEED, numRuns: 200 },
    );
  });

  test('bytes cut in two anywhere, or one by one, give the same', () => {
    fc.assert(
      fc.property(RELEASES[format], fc.uint8Array({ maxLength: 3 }), fc.nat(), (release, dirt, place) => {
        // Half of the files are spoilt: the message must not depend on the cut either.
        const clean = written(format, release);
        const at = place % clean.length;
        const bytes = place % 2 === 0 ? clean : Uint8Array.of(...clean.subarray(0, at), ...dirt, ...clean.subarray(at));
        const whole = outcome(format, [bytes]);
        const text = JSON.stringify(whole);
        const expectSame = (pieces: readonly Uint8Array[]): void => {
          const found = outcome(format, pieces);
          // Compared as text first: it is much quicker than toEqual, which says what differs.
          if (JSON.stringify(found) !== text) expect(found).toEqual(whole);
        };
        for (let cut = 0; cut <= bytes.length; cut += 1) expectSame([bytes.subarray(0, cut), bytes.subarray(cut)]);
        expectSame(Array.from(bytes, (byte) => Uint8Array.of(byte)));
      }),
      { ...SEED, numRuns: 20 },
    );
  });
});

test('a line cut at its commas in one pass gives what the exact parser gives, or the same fault', () => {
  const attempt = (parse: () => unknown): unknown => {
    try {
      return parse();
    } catch (error) {
      return String(error);
    }
  };
  const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', ',', '(', ')', ', (a, b)', '\t', '"'), maxLength: 12 });
  const parser = new TextParser();
  fc.assert(
    fc.property(line, (text) => {
      expect(attempt(() => parser.entries(text))).toEqual(attempt(() => exactEntries(text)));
    }),
    { ...SEED, numRuns: 5_000 },
  );
});

test('a text that was written is not taken for another format', async () => {
  await fc.assert(
    fc.asyncProperty(RELEASES.text, async (release) => {
      const opened = await readRelease({ name: 'file.txt', bytes: streamOf(written('text', release)) }, { gunzip });
      const transactions = opened.kind === 'transactions' ? await collect(opened.transactions) : [];
      expect(transactions.map(withoutLine)).toEqual(release);
    }),
    { ...SEED, numRuns: 500 },
  );
});

test('whatever the bytes, reading ends with transactions or a BadInput that has a place', async () => {
  const hostile = fc.string({ unit: fc.constantFrom(...'ab,()"\n\r\t -12@={}[]:\\\0', '\ufeff', '"items":', '"id":'), maxLength: 60 });
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    hostile.map((text) => new TextEncoder().encode(text)),
    fc.uint8Array({ maxLength: 40 }).map((rest) => Uint8Array.of(0x1f, 0x8b, 8, 0, ...rest)),
  );
  await fc.assert(
    fc.asyncProperty(bytes, fc.constantFrom('f', 'f.csv', 'f.jsonl', 'f.fimi', 'f.spmf', 'f.json.gz'), async (content, name) => {
      try {
        const opened = await readRelease({ name, bytes: streamOf(content, 7) }, { gunzip });
        if (opened.kind === 'transactions') {
          expect((await collect(opened.transactions)).length).toBeGreaterThan(0);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(BadInput);
        expect((error as BadInput).place.file).toBe(name);
      }
    }),
    { ...SEED, numRuns: 3_000 },
  );
});
