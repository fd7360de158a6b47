// A statement is about files: a release that was swapped, a report that was emptied, and every byte of the envelope are noticed, by others' tools too.
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { envelopeText, openEnvelope } from '../../cli/certify/envelope.ts';
import { main } from '../../cli/main.ts';
import type { SignedStatement } from '../../shared/contracts/statement.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { describeWith } from '../helpers/needs.ts';

let folder: string;
const at = (...path: readonly string[]): string => join(folder, ...path);
const RELEASE = 'fever, (cough, asthma), pain\nfever, (cough, asthma), rash\n'.repeat(6);
const STATEMENTS = ['statement.json', 'statement.intoto.json'] as const;

async function run(...argv: readonly string[]): Promise<{ readonly status: number; readonly said: string }> {
  let said = '';
  const write = (text: string): void => {
    said += text;
  };
  return { status: await main(argv, { out: { write }, err: { write } }), said };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-artifacts-'));
  writeFileSync(at('release.txt'), RELEASE);
  await run('audit', at('release.txt'), '--attack', 'mda', '--out', at('results', 'one'));
  await run('certify', '--new-key', at('key'));
  expect((await run('certify', at('results', 'one'), '--key', at('key'), '--out', at('out'))).status).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  writeFileSync(at('release.txt'), RELEASE);
});

test.each(STATEMENTS)('%s: the release and the results are compared with it, and without them it says that they were not', async (file) => {
  const verify = (...options: readonly string[]) => run('certify', '--verify', at('out', file), ...options);
  const both = ['--release', at('release.txt'), '--results', at('results', 'one')];
  expect(await verify()).toMatchObject({
    status: 0,
    said: expect.stringContaining('signature only: no release and no results were looked at'),
  });
  expect(await verify(...both)).toMatchObject({
    status: 0,
    said: expect.stringContaining('the release, every file of the results: as they were'),
  });
  writeFileSync(at('release.txt'), RELEASE.replace('pain', 'rash'));
  expect(await verify(...both)).toMatchObject({ status: 3, said: expect.stringContaining('is not the release that was audited') });
  writeFileSync(at('release.txt'), RELEASE);
  cpSync(at('results', 'one'), at('changed'), { recursive: true });
  truncateSync(at('changed', 'report.html'));
  const emptied = await verify('--results', at('changed'));
  expect(emptied).toMatchObject({
    status: 3,
    said: expect.stringMatching(/NOT VALID: .*report\.html: this file was changed after the audit/),
  });
  rmSync(at('changed', 'attacked.jsonl'));
  copyFileSync(at('results', 'one', 'report.html'), at('changed', 'report.html'));
  expect(await verify('--results', at('changed'))).toMatchObject({
    status: 3,
    said: expect.stringContaining('this file of the results is gone'),
  });
  rmSync(at('changed'), { recursive: true });
  expect(await verify('--original', at('release.txt'))).toMatchObject({
    status: 3,
    said: expect.stringContaining('it is about no original'),
  });
});

test.each(STATEMENTS)('%s: a byte order mark before it is a change', async (file) => {
  const text = readFileSync(at('out', file), 'utf8');
  writeFileSync(at('out', file), `\ufeff${text}`);
  expect((await run('certify', '--verify', at('out', file))).status).toBe(3);
  writeFileSync(at('out', file), text);
});

test('every byte of the envelope counts', () => {
  const text = readFileSync(at('out', 'statement.intoto.json'), 'utf8');
  expect(openEnvelope(text)).not.toBeNull();
  for (let byte = 0; byte < text.length; byte += 7) {
    const other = text[byte] === '1' ? '2' : '1';
    const changes = [`${text.slice(0, byte)}${other}${text.slice(byte + 1)}`, text.slice(0, byte) + text.slice(byte + 1)];
    expect([byte, openEnvelope(changes[byte % 2])]).toEqual([byte, null]);
  }
});

test('results of which a later run failed are not certified', async () => {
  cpSync(at('results', 'one'), at('results', 'two'), { recursive: true });
  writeFileSync(at('release.txt'), 'fever, (cough\n');
  expect((await run('audit', at('release.txt'), '--out', at('results', 'two'))).status).toBe(2);
  const refused = await run('certify', at('results', 'two'), '--key', at('key'), '--out', at('none'));
  expect(refused).toMatchObject({ status: 2, said: expect.stringContaining('a later run of this audit failed') });
});

test('an empty passphrase is none, and one that is given is worth many rounds', async () => {
  const before = process.env['UNVEIL_PASSPHRASE'];
  try {
    process.env['UNVEIL_PASSPHRASE'] = '';
    expect(await run('certify', '--new-key', at('empty'))).toMatchObject({
      status: 2,
      said: expect.stringContaining('UNVEIL_PASSPHRASE is empty'),
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('empty'))).toEqual([]);
    process.env['UNVEIL_PASSPHRASE'] = 'some words';
    expect((await run('certify', '--new-key', at('sealed'))).status).toBe(0);
  } finally {
    if (before === undefined) delete process.env['UNVEIL_PASSPHRASE'];
    else process.env['UNVEIL_PASSPHRASE'] = before;
  }
  const der = Buffer.from(readFileSync(at('sealed'), 'utf8').replace(/-.*-|\n/g, ''), 'base64');
  // An INTEGER of 600,000.
  expect(der.includes(Buffer.from('02030927c0', 'hex'))).toBe(true);
});

describeWith('openssl', 'the verifier of docs/certify.md, without unveil', () => {
  const verifier = /```python\n([\s\S]*?)```/.exec(readFileSync('docs/certify.md', 'utf8'))?.[1] ?? '';
  const accepts = (envelope: string, release = at('release.txt'), results = at('results', 'one')): boolean =>
    spawnSync('python3', ['-c', verifier, envelope, at('key.pub'), release, results], { encoding: 'utf8' }).stdout === 'valid\n';

  test('accepts the true statement, and refuses 50 that were tampered with', () => {
    const file = at('out', 'statement.intoto.json');
    expect(accepts(file)).toBe(true);
    const random = seeded('test', 'tampered');
    const { payload, payloadType, signatures } = JSON.parse(readFileSync(file, 'utf8')) as {
      payload: string;
      payloadType: string;
      signatures: { sig: string }[];
    };
    const flipped = (base64: string): string => {
      const bytes = Buffer.from(base64, 'base64');
      const place = random.below(bytes.length);
      bytes[place] ^= 1 << random.below(8);
      return bytes.toString('base64');
    };
    const sig = signatures[0]?.sig ?? '';
    const tampered: (() => boolean)[] = [];
    const envelope = (content: object) => () => {
      writeFileSync(at('tampered.json'), JSON.stringify(content));
      return accepts(at('tampered.json'));
    };
    for (let time = 0; time < 16; time += 1) tampered.push(envelope({ payload: flipped(payload), payloadType, signatures }));
    for (let time = 0; time < 12; time += 1) tampered.push(envelope({ payload, payloadType, signatures: [{ sig: flipped(sig) }] }));
    for (const type of ['application/json', `${payloadType} `]) tampered.push(envelope({ payload, payloadType: type, signatures }));
    const signed = JSON.parse(readFileSync(at('out', 'statement.json'), 'utf8')) as SignedStatement;
    for (let time = 0; time < 4; time += 1) {
      const { privateKey } = generateKeyPairSync('ed25519');
      tampered.push(envelope(JSON.parse(envelopeText(signed, '0'.repeat(64), privateKey)) as object));
    }
    const files = (JSON.parse(readFileSync(at('results', 'one', '_SUCCESS.json'), 'utf8')) as { files: { key: string }[] }).files;
    for (let time = 0; time < 8; time += 1)
      tampered.push(() => {
        writeFileSync(at('swapped.txt'), `${RELEASE}${'rash\n'.repeat(time + 1)}`);
        return accepts(file, at('swapped.txt'));
      });
    for (let time = 0; time < 8; time += 1)
      tampered.push(() => {
        cpSync(at('results', 'one'), at('other'), { recursive: true });
        const key = time === 0 ? '_SUCCESS.json' : files[time % files.length].key;
        truncateSync(at('other', key), 3 + time);
        const accepted = accepts(file, at('release.txt'), at('other'));
        rmSync(at('other'), { recursive: true });
        return accepted;
      });
    expect(tampered).toHaveLength(50);
    expect(tampered.filter((each) => each())).toEqual([]);
  });
});
