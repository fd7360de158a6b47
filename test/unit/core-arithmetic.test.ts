import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkCoreArithmetic } from '../../scripts/core-arithmetic.ts';

describe('core arithmetic', () => {
  let root: string;
  const violations = (text: string): readonly string[] => {
    writeFileSync(join(root, 'shared/core/planted.ts'), text);
    return checkCoreArithmetic(root).violations;
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'unveil-arithmetic-'));
    mkdirSync(join(root, 'shared/core'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  test.each([
    'Math.exp(1)',
    'Math.random()',
    '[1].map(Math.cbrt)',
    "Math['tanh'](1)",
    'globalThis.Math.pow(2, 3)',
    'Math?.hypot(3, 4)',
    '(({ sin }) => sin(1))(Math)',
    '2 ** 0.5',
  ])('%s is seen, with its line', (expression) => {
    expect(violations(`// ünveil\nexport const a = 1;\nexport const b = ${expression};\n`)).toEqual([
      expect.stringMatching(/^shared\/core\/planted\.ts:3: /),
    ]);
  });

  test('a renamed Math and **= are seen', () => {
    expect(violations('const { exp } = Math;\nexport const a = exp(1);\n')).toHaveLength(1);
    expect(violations('export let a = 2;\na **= 3;\n')).toHaveLength(1);
  });

  test('sqrt, log, rounding and a comment are let through', () => {
    expect(
      violations("// Math.exp and ** differ\nexport const a = Math.sqrt(Math.log(3)) + Math.floor(2.5) + 'Math.exp(1)'.length;\n"),
    ).toEqual([]);
  });
});

test('the core itself uses none', () => {
  const { read, violations } = checkCoreArithmetic(process.cwd());
  expect(read).toBeGreaterThan(5);
  expect(violations).toEqual([]);
});
