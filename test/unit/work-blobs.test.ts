import { globSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { ContractError } from '../../shared/contracts/parse.ts';
import { UNIT_POINTERS } from '../../shared/contracts/work.ts';
import { many, workBlob } from '../../shared/contracts/work-blob.ts';
import { KIND_OF, KINDS } from '../../shared/kinds/registry.ts';
import { GROUP_RECORDS } from '../../shared/kinds/set-generalised/contracts.ts';
import { jsonLines, readAllJsonLines, readAnyJson, readJson, readJsonLines, writeJson } from '../../shared/kit/blobs/json-lines.ts';
import type { Kind } from '../../shared/kit/kind.ts';
import type { GroupRecord } from '../../shared/kit/score/group-record.ts';
import { OtherVersion, stampedKind, stampWork } from '../../shared/pipeline/audit/stamp.ts';

const group: GroupRecord = { id: 'a', members: ['x', 'y'], context: ['c'], rows: [{ t: 0, c: [0] }] };

describe('a blob that one step writes and another reads', () => {
  test('is refused by its name and the way to what is wrong, without a word of what it holds', async () => {
    const store = memoryBlobStore();
    const { rows: _, ...cut } = group;
    await store.write('groups', jsonLines([cut]));
    await expect(readAllJsonLines(store, 'groups', GROUP_RECORDS)).rejects.toThrow(
      new ContractError('work blob "groups"', 'rows: must be a list'),
    );
    await store.write('groups', jsonLines([{ ...group, rows: [{ t: 0, c: ['pox'] }] }]));
    await expect(Array.fromAsync(readJsonLines(store, 'groups', GROUP_RECORDS))).rejects.toThrow(
      'work blob "groups": rows.0.c.0: must be a number',
    );
    await store.write('groups', jsonLines([{ ...group, colour: 'pox' }]));
    await expect(Array.fromAsync(readJsonLines(store, 'groups', GROUP_RECORDS))).rejects.toThrow(
      'work blob "groups": colour: there is no such key',
    );
    await writeJson(store, 'one', { unit: 1 });
    await expect(readJson(store, 'one', UNIT_POINTERS)).rejects.toThrow('work blob "manifest": slice: is missing; it is a number');
  });

  test('is handed on as it was written', async () => {
    const store = memoryBlobStore();
    const held = workBlob('held', 1, z.object({ a: z.int().default(1) }));
    await writeJson(store, 'one', { b: 2, a: 3 });
    expect(JSON.stringify(await readJson(store, 'one', held))).toBe('{"b":2,"a":3}');
  });

  test('is held to its contract at its first value alone, however long it is', () => {
    let asked = 0;
    const counted = z.custom<number>((value) => {
      asked += 1;
      return typeof value === 'number';
    });
    expect(many(counted).safeParse(Array.from({ length: 100_000 }, (_, at) => at)).success).toBe(true);
    expect(asked).toBe(1);
    expect(many(counted).safeParse([]).success).toBe(true);
    expect(many(counted).safeParse(['a']).success).toBe(false);
    expect(many(counted).safeParse({ length: 0 }).success).toBe(false);
  });
});

const kind: Kind = await KIND_OF['set-generalised'].load();

describe('the stamp of an audit', () => {
  test('holds the version of every blob, and work with another of one of them is refused by its name', async () => {
    const store = memoryBlobStore();
    await stampWork(store, kind);
    expect(await stampedKind(store, KINDS)).toBe(kind);
    const stamp = (await readAnyJson(store, 'work.json')) as { blobs: Record<string, number> };
    for (const { name, version } of [...kind.blobs, UNIT_POINTERS]) expect([name, stamp.blobs[name]]).toEqual([name, version]);
    for (const name of Object.keys(stamp.blobs)) {
      for (const version of [stamp.blobs[name] + 1, undefined]) {
        await writeJson(store, 'work.json', { ...stamp, blobs: { ...stamp.blobs, [name]: version } });
        const refused = stampedKind(store, KINDS);
        await expect(refused).rejects.toThrow(OtherVersion);
        await expect(refused).rejects.toThrow(`"${name}"`);
      }
    }
  });

  test('of the versions before is refused too', async () => {
    const store = memoryBlobStore();
    await writeJson(store, 'work.json', { version: 2, kind: 'set-generalised' });
    await expect(stampedKind(store, KINDS)).rejects.toThrow('which wrote work 2; this one reads 3: drop the release again');
  });
});

test('every blob of a kind has a name of its own, and those that its folder declares are in its list', async () => {
  for (const { name, load } of KINDS) {
    const { blobs } = await load();
    const names = blobs.map((each) => each.name);
    expect(new Set(names).size).toBe(names.length);
    const declared = globSync(`shared/kinds/${name}/**/*.ts`).flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(/workBlob\(\s*'([^']+)'/g), ([, own]) => own as string),
    );
    expect(declared.filter((own) => !names.includes(own))).toEqual([]);
  }
});
