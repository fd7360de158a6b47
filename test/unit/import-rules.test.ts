import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkImports } from '../../scripts/import-rules.ts';

describe('import rules', () => {
  let root: string;
  const plant = (file: string, text: string): void => {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'unveil-imports-'));
    plant('shared/core/item.ts', 'export interface Item { readonly name: string }\nexport const EMPTY: Item = { name: "" };\n');
    plant(
      'shared/app/plan.ts',
      "import { EMPTY } from '../core/item.ts';\nexport interface Plan { readonly items: number }\nexport const plan = () => EMPTY;\n",
    );
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  test('an allowed tree has no violation, and every file in it was read', async () => {
    expect(await checkImports(root)).toEqual({ read: 2, unread: [], violations: [] });
  });

  test('a forbidden value import and a forbidden type-only import are both seen', async () => {
    plant('shared/core/value.ts', "import { plan } from '../app/plan.ts';\nexport const planned = plan();\n");
    plant('shared/core/types.ts', "import type { Plan } from '../app/plan.ts';\nexport const size = (plan: Plan) => plan.items;\n");
    const { violations } = await checkImports(root);
    expect(violations).toContainEqual(expect.stringMatching(/^shared\/core\/value\.ts -> shared\/app\/plan\.ts/));
    expect(violations).toContainEqual(expect.stringMatching(/^shared\/core\/types\.ts -> shared\/app\/plan\.ts/));
  });

  test('a built-in in core, and a value where only types are allowed, are seen', async () => {
    plant('shared/core/clock.ts', "import { hrtime } from 'node:process';\nexport const now = () => hrtime();\n");
    plant(
      'shared/ports/store.ts',
      "import { EMPTY } from '../core/item.ts';\nimport type { Item } from '../core/item.ts';\nexport const empty: Item = EMPTY;\n",
    );
    plant('shared/ports/types.ts', "import type { Item } from '../core/item.ts';\nexport interface Store { get(): Item }\n");
    const { violations } = await checkImports(root);
    expect(violations).toContainEqual(expect.stringMatching(/^shared\/core\/clock\.ts -> /));
    expect(violations).toContainEqual(expect.stringMatching(/^shared\/ports\/store\.ts -> shared\/core\/item\.ts/));
    expect(violations.filter((violation) => violation.startsWith('shared/ports/types.ts'))).toEqual([]);
  });

  test('a bench may use a slow twin of test/oracle, and nothing else of the tests', async () => {
    plant('test/oracle/twins/slow.ts', 'export const slow = 1;\n');
    plant('test/oracle/other.ts', 'export const other = 1;\n');
    plant('bench/twin.bench.ts', "import { slow } from '../test/oracle/twins/slow.ts';\nexport const bench = slow;\n");
    expect((await checkImports(root)).violations).toEqual([]);
    plant('bench/other.bench.ts', "import { other } from '../test/oracle/other.ts';\nexport const bench = other;\n");
    expect((await checkImports(root)).violations).toEqual([expect.stringMatching(/^bench\/other\.bench\.ts -> test\/oracle\/other\.ts/)]);
  });
});
