import { createPublicKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { renderStatement } from '../../shared/report/statement-page.ts';
import { fingerprintOf, readPrivateKey, readPublicKey, writeNewKey } from '../certify/keys.ts';
import { makeStatement } from '../certify/make-statement.ts';
import { fileText, signStatement, verifyText } from '../certify/sign.ts';
import { type Command, ExitCode, jsonLine, type Terminal } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { readTextFile } from '../read-text-file.ts';
import { findAudit } from '../results/audit-folders.ts';
import { mayWrite, writeAtomically } from '../write-atomically.ts';

const help = `unveil certify: a signed statement on what an audit tried and found

Usage: unveil certify --new-key FILE                   an Ed25519 key of your own: FILE and FILE.pub
       unveil certify AUDIT --key FILE [--out DIR]     statement.html to print and statement.json
       unveil certify --verify statement.json [--public-key FILE.pub]

AUDIT is a name, the beginning of an id, or the folder of results. The statement has the claim, the attackers that were tried, figures with
intervals, hashes of inputs and results, sources, version, and what all this does not prove. It holds no item of the release.
--verify detects any change of statement.json, and of statement.html where it lies beside it; that the key is the signer's
you see by --public-key, or by comparing the fingerprint with one that the signer has published.

  --signer NAME      how the signer is called on the page
  --results DIR      where the audits lie (default unveil-results)
  --out DIR          where the two files go (default: the current folder)
  --force            overwrite files that are there
  --json             what was done, as JSON
UNVEIL_PASSPHRASE puts a new key under a passphrase, and opens it.

Exit codes of --verify: 0 unchanged and signed, 3 not.
`;

export const command: Command = {
  help,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions({
      args: [...argv],
      allowPositionals: true,
      options: {
        'new-key': { type: 'string' },
        key: { type: 'string' },
        verify: { type: 'string' },
        'public-key': { type: 'string' },
        signer: { type: 'string' },
        results: { type: 'string', default: 'unveil-results' },
        out: { type: 'string', default: '.' },
        force: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    });
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
    if (values.verify !== undefined) return verified(values.verify, values['public-key'], { terminal, json: values.json });
    if (values.key === undefined) throw new BadInput('name the key to sign with: --key FILE; "unveil certify --new-key FILE" makes one');
    const key = readPrivateKey(values.key, passphrase);
    const [page, file] = [join(values.out, 'statement.html'), join(values.out, 'statement.json')];
    for (const each of [page, file]) mayWrite(each, values.force);
    const audit = await findAudit(wanted as string, values.results);
    const statement = await makeStatement(audit, { signer: values.signer ?? null, now: new Date() });
    const fingerprint = fingerprintOf(createPublicKey(key));
    const html = renderStatement(statement, fingerprint);
    await writeAtomically(page, [html]);
    await writeAtomically(file, [fileText(signStatement(statement, html, key))]);
    say(
      terminal,
      values.json,
      { statement: file, page, fingerprint },
      `statement: ${file}\npage:      ${page}\nsigned by the key ${fingerprint}\n`,
    );
    return ExitCode.done;
  },
};

function verified(
  file: string,
  publicKey: string | undefined,
  { terminal, json }: { readonly terminal: Terminal; readonly json: boolean },
): ExitCode {
  const beside = join(dirname(file), 'statement.html');
  const page = existsSync(beside) ? readTextFile(beside) : null;
  const expected = publicKey === undefined ? null : fingerprintOf(readPublicKey(publicKey));
  const found = verifyText(readTextFile(file), page);
  const why = !found.valid ? found.why : expected !== null && found.fingerprint !== expected ? 'it is signed, but by another key' : null;
  if (!found.valid || why !== null) {
    say(terminal, json, { valid: false, why }, `NOT VALID: ${why}\n`);
    return ExitCode.claimFalse;
  }
  const { statement } = found.signed;
  const whose = expected === null ? 'Whose key that is you see by its fingerprint, or with --public-key.' : 'It is the key that you named.';
  const text = [
    `valid: ${statement.audit.name}, audit ${statement.audit.id}, signed ${statement.signedAt}${statement.signer === null ? '' : ` by a key called "${statement.signer}"`}`,
    page === null ? 'statement.html is not beside it: the page was not looked at' : 'statement.html beside it is the page that was signed',
    `fingerprint: ${found.fingerprint}. ${whose}`,
    '',
  ].join('\n');
  say(terminal, json, { valid: true, why: null, fingerprint: found.fingerprint, audit: statement.audit.id, page: page !== null }, text);
  return ExitCode.done;
}

const say = ({ out }: Terminal, json: boolean, value: object, text: string): unknown => out.write(json ? jsonLine(value) : text);
