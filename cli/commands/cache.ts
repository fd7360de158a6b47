import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { privateFolder, userFolders } from '../../bin/user-folders.mjs';
import { readExport, writeExport } from '../../shared/adapters/local/cache-export.ts';
import { cacheSecret, secretFile, writeSecret } from '../../shared/adapters/local/cache-secret.ts';
import { openSecret, sealSecret } from '../../shared/adapters/local/sealed-secret.ts';
import { SqliteAnswerStore } from '../../shared/adapters/local/sqlite-answer-store.ts';
import { SqliteScoreCache } from '../../shared/adapters/local/sqlite-score-cache.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { Options } from '../../shared/kit/option.ts';
import { type Command, ExitCode, jsonLine, optionHelp, parseOptions, type Terminal } from '../command.ts';

const OPTIONS = {
  'with-key': {
    type: 'string',
    value: 'KEYFILE',
    help: 'export: writes the key too, apart, under a passphrase; whoever has both can use the counts',
  },
  key: { type: 'string', value: 'KEYFILE', help: 'import: brings the key to a machine that has none yet' },
  expired: { type: 'boolean', help: 'purge: delete what has run out' },
  yes: { type: 'boolean', help: 'purge: delete every count and answer' },
  json: { type: 'boolean', default: false, help: 'the outcome as one JSON object' },
} as const satisfies Options;

const help = `unveil cache: the counts that live sources have answered

Usage: unveil cache stats
       unveil cache export FILE [--with-key KEYFILE]
       unveil cache import FILE [--key KEYFILE]
       unveil cache purge --expired | --yes

The cache keeps a count under 16 bytes of HMAC of its source, version and terms, never under the terms: without its key
(${'`cache.key`'} in your configuration folder, made on first use) nobody can tell what was asked.

  stats      how many counts there are, of which kind, and where they lie
  export     writes all counts to FILE: keys and numbers, no terms
  import     adds the counts of FILE. They are of use only with the key they were made under
  purge      deletes counts, and what language models answered

${optionHelp(OPTIONS)}
The passphrase is read from UNVEIL_PASSPHRASE.

Counts carry their source's version (its epoch): counts of different epochs never meet in one distance. Counts live for
180 days, zeros for 30, failures for ten minutes.
`;

const IMPORT_BATCH = 10_000;

export const command: Command = {
  help,
  options: OPTIONS,
  actions: ['stats', 'export', 'import', 'purge'],
  async run(argv, terminal) {
    const { values, positionals } = parseOptions(argv, OPTIONS);
    const [action, file, ...more] = positionals;
    if (more.length > 0) throw new BadInput(`"${more[0]}" is one argument too many; "unveil cache --help" explains`);
    switch (action) {
      case 'stats':
        return stats(values.json, terminal);
      case 'export':
        return exportCounts(needed(file, 'export'), values['with-key'], values.json, terminal);
      case 'import':
        return importCounts(needed(file, 'import'), values.key, values.json, terminal);
      case 'purge':
        return purge(values.expired === true, values.yes === true, values.json, terminal);
      default:
        throw new BadInput(
          action === undefined
            ? 'say what to do: stats, export, import or purge'
            : `there is no "cache ${action}": stats, export, import, purge`,
        );
    }
  },
};

/** Of language models; null if none was asked yet. */
function answers<T>(use: (store: SqliteAnswerStore) => T): T | null {
  const file = join(privateFolder(userFolders().cache), 'answers.db');
  if (!existsSync(file)) return null;
  const store = new SqliteAnswerStore(file);
  try {
    return use(store);
  } finally {
    store.close();
  }
}

const cacheFile = (): string => join(privateFolder(userFolders().cache), 'counts.db');
const now = (): number => Math.floor(Date.now() / 1000);

function withCache<T>(use: (cache: SqliteScoreCache) => T): T {
  const cache = new SqliteScoreCache(cacheFile());
  try {
    return use(cache);
  } finally {
    cache.close();
  }
}

function stats(json: boolean, terminal: Terminal): ExitCode {
  const file = cacheFile();
  const { counts, zeros, notExpressible, failed, leased, expired } = withCache((cache) => cache.statistics(now()));
  const size = existsSync(file) ? statSync(file).size : 0;
  const kept = answers((store) => store.count()) ?? 0;
  if (json) {
    const held = { answers: kept, counts: counts + zeros, zeros, not_expressible: notExpressible, failed, leased, expired };
    terminal.out.write(jsonLine({ ...held, store: file, bytes: size, key: secretFile(), key_is_there: existsSync(secretFile()) }));
    return ExitCode.done;
  }
  terminal.out.write(
    `${[
      `${counts + zeros} counts (${zeros} of them zero), ${notExpressible} terms or pairs that a source cannot express`,
      `${failed} recent failures, ${leased} being asked now, ${expired} expired`,
      ...(kept > 0 ? [`${kept} answers of language models`] : []),
      `store  ${file} (${(size / 1_048_576).toFixed(1)} MB)`,
      `key    ${secretFile()} (${existsSync(secretFile()) ? 'present' : 'not made yet: the cache is cold'})`,
    ].join('\n')}\n`,
  );
  return ExitCode.done;
}

function exportCounts(file: string, keyFile: string | undefined, json: boolean, terminal: Terminal): ExitCode {
  // Both are looked at first: an export without the key that was asked for would be half a result.
  const sealed = keyFile === undefined ? null : seal(passphrase());
  if (keyFile !== undefined && existsSync(keyFile)) throw new BadInput('there is a file of this name already', { file: keyFile });
  const written = withCache((cache) => writeExport(file, cache.entries()));
  if (sealed !== null && keyFile !== undefined) writeSecret(keyFile, sealed);
  terminal.out.write(
    json
      ? jsonLine({ written, file, key_file: keyFile ?? null })
      : `${written} counts written to ${file}${keyFile === undefined ? '; they are of use only with your key' : `, the key to ${keyFile}`}\n`,
  );
  return ExitCode.done;
}

function importCounts(file: string, keyFile: string | undefined, json: boolean, terminal: Terminal): ExitCode {
  if (keyFile !== undefined) bringKey(keyFile, json ? { ...terminal, out: terminal.err } : terminal);
  const added = withCache((cache) => {
    let batch = [];
    let total = 0;
    for (const entry of readExport(file)) {
      batch.push(entry);
      if (batch.length === IMPORT_BATCH) {
        total += cache.addNewer(batch);
        batch = [];
      }
    }
    return total + cache.addNewer(batch);
  });
  terminal.out.write(json ? jsonLine({ added }) : `${added} counts added or renewed\n`);
  if (keyFile === undefined)
    terminal.err.write('they are of use if they were made under your key; --key brings another to a machine without one\n');
  return ExitCode.done;
}

function bringKey(keyFile: string, terminal: Terminal): void {
  if (!existsSync(keyFile)) throw new BadInput('there is no such file', { file: keyFile });
  const secret = openSecret(readFileSync(keyFile), passphrase(), keyFile);
  privateFolder(userFolders().config);
  if (writeSecret(secretFile(), secret)) {
    terminal.out.write(`the key was put at ${secretFile()}\n`);
    return;
  }
  if (!Buffer.from(cacheSecret()).equals(secret)) {
    throw new BadInput('there is another key here already; counts of two keys cannot share one cache (move it away to take this one)', {
      file: secretFile(),
    });
  }
}

function purge(expiredOnly: boolean, yes: boolean, json: boolean, terminal: Terminal): ExitCode {
  if (!expiredOnly && !yes)
    throw new BadInput(
      'this deletes every count and answer that was asked for over the network: add --yes, or --expired for the old ones only',
    );
  const by = expiredOnly ? now() : undefined;
  const gone = withCache((cache) => cache.purge(by));
  const unsaid = answers((store) => store.purge(by)) ?? 0;
  const said = unsaid > 0 ? `, ${unsaid} answers of language models` : '';
  terminal.out.write(json ? jsonLine({ deleted: gone, answers_deleted: unsaid }) : `${gone} counts deleted${said}\n`);
  return ExitCode.done;
}

const seal = (phrase: string): Uint8Array => sealSecret(cacheSecret(), phrase);

function passphrase(): string {
  const given = process.env['UNVEIL_PASSPHRASE'];
  if (given === undefined || given.length < 12) {
    throw new BadInput(
      'a passphrase of at least 12 characters is needed in UNVEIL_PASSPHRASE: the key alone opens every count of the cache',
    );
  }
  return given;
}

function needed(file: string | undefined, action: string): string {
  if (file === undefined) throw new BadInput(`"cache ${action}" needs the name of a file`);
  return file;
}
