// A time stamp of a service that the user names: openssl is the service, on the loopback.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../cli/main.ts';
import { describeWith } from '../helpers/needs.ts';

let folder: string;
const at = (...path: readonly string[]): string => join(folder, ...path);

async function run(...argv: readonly string[]): Promise<{ readonly status: number; readonly said: string }> {
  let said = '';
  const write = (text: string): void => {
    said += text;
  };
  return { status: await main(argv, { out: { write }, err: { write } }), said };
}

function openssl(...argv: readonly string[]): string {
  const { status, stderr, stdout } = spawnSync('openssl', argv, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl ${argv.join(' ')}: ${stderr}`);
  return stdout;
}

const CONFIG = `[v3_tsa]
extendedKeyUsage = critical,timeStamping
[v3_web]
extendedKeyUsage = serverAuth
[v3_ca]
basicConstraints = critical,CA:TRUE
[tsa]
default_tsa = one
[one]
serial = serial
default_policy = 1.2.3.4
digests = sha256
signer_digest = sha256
ess_cert_id_alg = sha256
ess_cert_id_chain = no
`;

/** A certificate authority and certificates that it issued. */
function writeCertificates(): void {
  writeFileSync(at('tsa.cnf'), CONFIG);
  writeFileSync(at('serial'), '01');
  for (const ca of ['ca', 'other'])
    openssl(...'req -x509 -newkey rsa:2048 -nodes -days 30 -subj'.split(' '), `/CN=${ca}`, '-keyout', `${ca}.key`, '-out', `${ca}.pem`);
  for (const [name, kind] of [
    ['rsa', 'rsa:2048'],
    ['ec', 'ec'],
  ] as const) {
    const curve = kind === 'ec' ? ['-pkeyopt', 'ec_paramgen_curve:P-256'] : [];
    openssl(...`req -newkey ${kind} -nodes -subj /CN=clock-${name} -keyout ${name}.key -out ${name}.csr`.split(' '), ...curve);
    const issue = `x509 -req -in ${name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 20 -extfile tsa.cnf -extensions v3_tsa -out ${name}.pem`;
    openssl(...issue.split(' '));
  }
}

describeWith('openssl', 'a time stamp', () => {
  let server: Server;
  let url: string;
  /** What the service answers with, in place of its own answer. */
  let answers: ((own: Buffer) => Buffer) | null;
  const asked: { readonly type: string | undefined; readonly bytes: number }[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'unveil-stamp-'));
    writeCertificates();
    writeFileSync(at('release.txt'), 'fever, (cough, asthma), pain\nfever, (cough, asthma), rash\n'.repeat(6));
    await run('audit', at('release.txt'), '--attack', 'mda', '--out', at('results'));
    await run('certify', '--new-key', at('key'));
    server = createServer(async (request, response) => {
      const query = Buffer.concat(await request.toArray());
      asked.push({ type: request.headers['content-type'], bytes: query.length });
      writeFileSync(at('query.tsq'), query);
      const signer = request.url?.slice(1) ?? 'rsa';
      openssl(...`ts -reply -config tsa.cnf -queryfile query.tsq -signer ${signer}.pem -inkey ${signer}.key -out reply.tsr`.split(' '));
      const own = readFileSync(at('reply.tsr'));
      response.end(answers === null ? own : answers(own));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    answers = null;
  });

  const certified = (out: string, ...more: readonly string[]) =>
    run('certify', at('results'), '--key', at('key'), '--out', at(out), ...more);
  const verify = (out: string, ...more: readonly string[]) => run('certify', '--verify', at(out, 'statement.json'), ...more);

  test.each(['rsa', 'ec'])('of a service with a key of %s is bound to the statement, and openssl accepts it too', async (kind) => {
    expect(await certified(kind, '--timestamp', url + kind)).toMatchObject({ status: 0, said: expect.stringContaining('signed by') });
    // A digest, a number of its own, and the words of the format.
    expect(asked.at(-1)).toEqual({ type: 'application/timestamp-query', bytes: expect.any(Number) });
    expect(asked.at(-1)?.bytes).toBeLessThan(80);
    const files = ['-data', `${kind}/statement.json`, '-in', `${kind}/statement.json.tsr`, '-CAfile', 'ca.pem'];
    expect(openssl('ts', '-verify', ...files)).toContain('Verification: OK');
    const plain = await verify(kind);
    expect(plain).toMatchObject({
      status: 0,
      said: expect.stringMatching(new RegExp(`existed at ${new Date().getFullYear()}.*clock-${kind}`)),
    });
    expect(plain.said).toContain('--timestamp-ca');
    expect(await verify(kind, '--timestamp-ca', at('ca.pem'))).toMatchObject({ status: 0 });
    expect(JSON.parse((await verify(kind, '--timestamp-ca', at('ca.pem'), '--json')).said)).toMatchObject({ stamped: { trusted: true } });
    expect(await verify(kind, '--timestamp-ca', at('other.pem'))).toMatchObject({
      status: 3,
      said: expect.stringContaining('leads to no certificate that you named'),
    });
  });

  test('of another statement, or with any byte of what is signed changed, is refused', async () => {
    for (const out of ['one', 'two']) expect((await certified(out, '--timestamp', `${url}rsa`)).status).toBe(0);
    copyFileSync(at('one/statement.json.tsr'), at('two/statement.json.tsr'));
    expect(await verify('two')).toMatchObject({ status: 3, said: expect.stringContaining('the time stamp is of another statement') });
    const stamp = readFileSync(at('one/statement.json.tsr'));
    const { said } = await verify('one', '--timestamp-ca', at('ca.pem'));
    const ends: number[] = [];
    for (let byte = 0; byte < stamp.length; byte += 41) {
      const changed = Buffer.from(stamp);
      changed[byte] = (changed[byte] ?? 0) ^ 0x10;
      writeFileSync(at('one/statement.json.tsr'), changed);
      const found = await verify('one', '--timestamp-ca', at('ca.pem'));
      ends.push(found.status);
      // A byte that nobody signed, such as the number of the format, changes nothing that is said.
      if (found.status === 0) expect(found.said).toBe(said);
    }
    expect(ends.filter((status) => status === 3).length).toBeGreaterThan(ends.length * 0.7);
  });

  test('that does not come, or is no answer to the question, signs nothing', async () => {
    const early = readFileSync(at('rsa/statement.json.tsr'));
    for (const [out, of, why] of [
      ['text', () => Buffer.from('<html>'), 'the time stamp is damaged'],
      ['earlier', () => early, 'is of another statement'],
      ['long', () => Buffer.alloc(100_000), 'too long'],
    ] as const) {
      answers = of;
      const { status, said } = await certified(out, '--timestamp', `${url}rsa`);
      expect([out, status, said, existsSync(at(out))]).toEqual([out, 2, expect.stringContaining(why), false]);
    }
    for (const address of ['http://127.0.0.1:9/', 'file:///etc/passwd', 'nothing'])
      expect(await certified('none', '--timestamp', address)).toMatchObject({ status: 2, said: expect.stringContaining('--timestamp') });
    expect(existsSync(at('none'))).toBe(false);
  });

  test('is asked of nobody unless one is named, and one that was named to verify must be there', async () => {
    const before = asked.length;
    expect((await certified('without')).status).toBe(0);
    expect([asked.length, existsSync(at('without/statement.json.tsr'))]).toEqual([before, false]);
    expect(await verify('without', '--timestamp-ca', at('ca.pem'))).toMatchObject({
      status: 3,
      said: expect.stringContaining('no time stamp'),
    });
  });
});
