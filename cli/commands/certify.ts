import { createHash, createPublicKey } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readNamed } from '../../shared/adapters/local/door.ts';
import { writeWhole } from '../../shared/adapters/local/durable.ts';
import { isStale } from '../../shared/adapters/local/stale.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { Options } from '../../shared/kit/option.ts';
import { renderStatement } from '../../shared/report/statement-page.ts';
import { envelopeText, isEnvelope, openEnvelope } from '../certify/envelope.ts';
import { fingerprintOf, readPrivateKey, readPublicKey, writeNewKey } from '../certify/keys.ts';
import { makeStatement } from '../certify/make-statement.ts';
import { type Artifacts, fileText, lookedAt, manifestDigest, notAsStated, signStatement, verifyText } from '../certify/sign.ts';
import { fetchTimeStamp, readTimeStamp, type TimeStamp } from '../certify/time-stamp.ts';
import { type Command, ExitCode, jsonLine, optionHelp, parseOptions, type Terminal } from '../command.ts';
import { findAudit } from '../results/audit-folders.ts';
import { mayWrite, writeAtomically } from '../write-atomically.ts';

const OPTIONS = {
  'new-key': { type: 'string', value: 'FILE', help: 'make an Ed25519 key of your own: FILE and FILE.pub' },
  key: { type: 'string', value: 'FILE', help: 'the key that signs' },
  signer: { type: 'string', value: 'NAME', help: 'how the signer is called on the page' },
  results: {
    type: 'string',
    value: 'DIR',
    help: "where the audits lie (default unveil-results); with --verify, the folder of the audit's results",
  },
  out: { type: 'string', value: 'DIR', default: '.', help: 'where the two files go (default: the current folder)' },
  verify: { type: 'string', value: 'FILE', help: 'a statement to verify' },
  'public-key': { type: 'string', value: 'FILE', help: "the signer's public key, with --verify" },
  release: { type: 'string', value: 'FILE', help: 'with --verify, the release that was audited' },
  original: { type: 'string', value: 'FILE', help: 'with --verify, its original' },
  timestamp: { type: 'string', value: 'URL', help: 'have a service (RFC 3161) state the time; only the SHA-256 of statement.json leaves' },
  'timestamp-ca': { type: 'string', value: 'FILE', help: 'with --verify, certificates in PEM to which a time stamp must lead' },
  force: { type: 'boolean', default: false, help: 'overwrite files that are there' },
  json: { type: 'boolean', default: false, help: 'what was done, as JSON' },
} as const satisfies Options;

const help = `unveil certify: a signed statement on what an audit tried and found

Usage: unveil certify --new-key FILE                   an Ed25519 key of your own: FILE and FILE.pub
       unveil certify AUDIT --key FILE [--out DIR]     statement.html to print and statement.json
       unveil certify --verify statement.json [--public-key FILE.pub]
                      [--release FILE] [--original FILE] [--results DIR]

AUDIT is a name, the beginning of an id, or the folder of results. The statement has the verdict, what was checked with which result,
what failed and what was not tried, figures with intervals, hashes of inputs and results, sources, version, and what all this does not prove. It holds no item of the release.
statement.intoto.json is the same as an in-toto statement in a DSSE envelope, for other tools; --verify takes either.
--verify detects any change of the file, and of statement.html where it lies beside it; that the key is the signer's
you see by --public-key, or by comparing the fingerprint with one that the signer has published. With --release, --original and
--results it detects any change of these too; without them it verifies the signature only. A time stamp lies in statement.json.tsr.

${optionHelp(OPTIONS)}UNVEIL_PASSPHRASE puts a new key under a passphrase, and opens it.

Exit codes of --verify: 0 unchanged and signed, 3 not.
`;

export const command: Command = {
  help,
  options: OPTIONS,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions(argv, OPTIONS);
    const [wanted, ...more] = positionals;
    if ([wanted, values['new-key'], values.verify].filter((each) => each !== undefined).length !== 1 || more.length > 0)
      throw new BadInput('either an audit, or --new-key FILE, or --verify statement.json');
    const passphrase = process.env['UNVEIL_PASSPHRASE'];
    if (values['new-key'] !== undefined) {
      const file = values['new-key'];
      const fingerprint = writeNewKey(file, passphrase);
      say(
        terminal,
        values.json,
        { key: file, fingerprint },
        `${file}: keep it to yourself${passphrase === undefined ? '' : '; it is under your passphrase'}\n${file}.pub: publish it\nfingerprint: ${fingerprint}\n`,
      );
      return ExitCode.done;
    }
    const { release, original, results } = values;
    if (values.verify !== undefined)
      return verified(
        values.verify,
        { publicKey: values['public-key'], stampedBy: values['timestamp-ca'] ?? null },
        { release, original, results },
        { terminal, json: values.json },
      );
    if (values['timestamp-ca'] !== undefined) throw new BadInput('--timestamp-ca goes with --verify');
    if (release !== undefined || original !== undefined) throw new BadInput('--release and --original go with --verify');
    if (values.key === undefined) throw new BadInput('name the key to sign with: --key FILE; "unveil certify --new-key FILE" makes one');
    const key = readPrivateKey(values.key, passphrase);
    const [page, file, envelope] = ['html', 'json', 'intoto.json'].map((ending) => join(values.out, `statement.${ending}`)) as [
      string,
      string,
      string,
    ];
    for (const each of [page, file, envelope, stampOf(file)]) mayWrite(each, values.force);
    const audit = await findAudit(wanted as string, results ?? 'unveil-results');
    if (isStale(audit.folder))
      throw new BadInput('a later run of this audit failed; run it again before it is certified', { file: audit.folder });
    const statement = await makeStatement(audit, { signer: values.signer ?? null, now: new Date() });
    const fingerprint = fingerprintOf(createPublicKey(key));
    const html = renderStatement(statement, fingerprint);
    const signed = signStatement(statement, html, key);
    const stamp = values.timestamp === undefined ? null : await fetchTimeStamp(values.timestamp, fileText(signed));
    rmSync(stampOf(file), { force: true });
    await writeAtomically(page, [html]);
    await writeAtomically(file, [fileText(signed)]);
    if (stamp !== null) writeWhole(stampOf(file), stamp);
    await writeAtomically(envelope, [envelopeText(signed, await manifestDigest(audit.folder), key)]);
    say(
      terminal,
      values.json,
      { statement: file, page, fingerprint },
      `statement: ${file}\npage:      ${page}\nsigned by the key ${fingerprint}\n`,
    );
    return ExitCode.done;
  },
};

async function verified(
  file: string,
  { publicKey, stampedBy }: { readonly publicKey: string | undefined; readonly stampedBy: string | null },
  artifacts: Artifacts,
  { terminal, json }: { readonly terminal: Terminal; readonly json: boolean },
): Promise<ExitCode> {
  const beside = join(dirname(file), 'statement.html');
  const page = existsSync(beside) ? exactText(beside) : null;
  const expected = publicKey === undefined ? null : fingerprintOf(readPublicKey(publicKey));
  const text = exactText(file);
  const found = isEnvelope(text)
    ? enveloped(text, page, artifacts.results === undefined ? null : await manifestDigest(artifacts.results))
    : verifyText(text, page);
  const whose = found.valid && expected !== null && found.fingerprint !== expected ? 'it is signed, but by another key' : null;
  const stamp = existsSync(stampOf(file)) ? readTimeStamp(readNamed(stampOf(file)), text, stampedBy) : null;
  const stamped = stamp === null ? missingStamp(stampedBy) : 'why' in stamp ? stamp.why : strangeStamp(stamp);
  const why = !found.valid ? found.why : (whose ?? stamped ?? (await notAsStated(found.signed.statement, artifacts)));
  if (!found.valid || why !== null) {
    say(terminal, json, { valid: false, why }, `NOT VALID: ${why}\n`);
    return ExitCode.claimFalse;
  }
  const { statement } = found.signed;
  const time = stamp !== null && 'time' in stamp ? stamp : null;
  const known = expected === null ? 'Whose key that is you see by its fingerprint, or with --public-key.' : 'It is the key that you named.';
  const said = [
    `valid: ${statement.audit.name}, audit ${statement.audit.id}, signed ${statement.signedAt}${statement.signer === null ? '' : ` by a key called "${statement.signer}"`}`,
    lookedAt(artifacts),
    page === null ? 'statement.html is not beside it: the page was not looked at' : 'statement.html beside it is the page that was signed',
    ...(time === null ? [] : [stampText(time)]),
    `fingerprint: ${found.fingerprint}. ${known}`,
    '',
  ].join('\n');
  const looked = {
    page: page !== null,
    release: artifacts.release !== undefined,
    original: artifacts.original !== undefined,
    results: artifacts.results !== undefined,
  };
  say(
    terminal,
    json,
    {
      valid: true,
      why: null,
      fingerprint: found.fingerprint,
      audit: statement.audit.id,
      ...looked,
      ...(time === null ? {} : { stamped: { time: time.time.toISOString(), by: time.by, trusted: time.trusted } }),
    },
    said,
  );
  return ExitCode.done;
}

const stampOf = (file: string): string => `${file}.tsr`;
const missingStamp = (stampedBy: string | null): string | null => (stampedBy === null ? null : 'there is no time stamp beside it');
const strangeStamp = ({ trusted }: TimeStamp): string | null =>
  trusted === false ? 'its time stamp leads to no certificate that you named' : null;
const stampText = ({ time, by, trusted }: TimeStamp): string =>
  `it existed at ${time.toISOString()}, as ${by} states${trusted === null ? '; whose certificate that is you see with --timestamp-ca' : ''}`;

function enveloped(text: string, page: string | null, manifest: string | null): ReturnType<typeof verifyText> {
  const opened = openEnvelope(text);
  if (opened === null) return { valid: false, why: 'the envelope is not as it was signed' };
  const differs = (name: string, sha256: string | null): boolean =>
    sha256 !== null && opened.subjects.find((each) => each.name === name)?.digest.sha256 !== sha256;
  if (differs('statement.html', page === null ? null : createHash('sha256').update(page).digest('hex')))
    return { valid: false, why: 'the page was changed, or belongs to another statement' };
  if (differs('_SUCCESS.json', manifest)) return { valid: false, why: 'the list of results was changed, or belongs to another audit' };
  return { valid: true, ...opened };
}

/** To the byte: a mark at its beginning is a change. */
const exactText = (file: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readNamed(file));
  } catch (error) {
    if (error instanceof TypeError) throw new BadInput('this is no UTF-8 text, so no statement of unveil', { file }, { cause: error });
    throw error;
  }
};

const say = ({ out }: Terminal, json: boolean, value: object, text: string): unknown => out.write(json ? jsonLine(value) : text);
