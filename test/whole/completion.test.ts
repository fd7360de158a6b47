import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { SUMMARIES } from '../../bin/help.mjs';
import { main } from '../../cli/main.ts';
import { ATTACK_NAMES } from '../../shared/kinds/registry.ts';

async function script(shell: string): Promise<string> {
  let out = '';
  expect(await main(['completion', shell], { out: { write: (text) => (out += text) }, err: { write: () => {} } })).toBe(0);
  return out;
}

test.each(['bash', 'zsh', 'fish'])('%s: every command, option and attack is in its script', async (shell) => {
  const words = new Set((await script(shell)).match(/[\w-]+/g));
  const wanted = [...Object.keys(SUMMARIES), ...ATTACK_NAMES, 'submit', 'purge'];
  expect(wanted.filter((word) => !words.has(word))).toEqual([]);
  for (const option of ['fail-above', 'allow-suppressed', 'query-log', 'piece-words'])
    expect([option, words.has(shell === 'fish' ? option : `--${option}`)]).toEqual([option, true]);
});

const inBash = existsSync('/bin/bash') ? test : test.failing;
inBash.each([
  [['unveil', 'aud'], ['audit']],
  [
    ['unveil', 'corpus', ''],
    ['build', 'list', 'info', 'check', 'vectors', 'remove'],
  ],
  [['unveil', 'audit', '--allow'], ['--allow-suppressed']],
  [
    ['unveil', 'audit', 'release.txt', '--attack', 'rba'],
    ['rba-normalised', 'rba'],
  ],
  [['unveil', 'anonymise', 'x', '--method', 'mon'], ['mondrian']],
  [['unveil', 'check', 're'], []],
])('bash completes %j', async (words, completed) => {
  const ask = `${await script('bash')}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _unveil; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('/bin/bash', ['--norc', '-c', ask], { encoding: 'utf8' });
  expect({ stderr, found: stdout.split('\n').filter((word) => word !== '') }).toEqual({ stderr: '', found: completed });
});

test.each([[[]], [['tcsh']], [['bash', 'zsh']]])('completion %j is a usage error', async (argv) => {
  let err = '';
  expect(await main(['completion', ...argv], { out: { write: () => {} }, err: { write: (text) => (err += text) } })).toBe(2);
  expect(err).toBe('unveil: name your shell: unveil completion bash|zsh|fish\n');
});
