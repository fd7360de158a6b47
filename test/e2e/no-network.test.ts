import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run, UNVEIL } from '../helpers/run.ts';

const preload = (): string => `--import=${pathToFileURL(resolve('test/fixtures/no-network.mjs')).href}`;

test('the fixture does refuse', () => {
  const { status, err } = run(process.execPath, [preload(), '-e', 'require("node:net").connect(9, "127.0.0.1")']);
  expect(status).not.toBe(0);
  expect(err).toContain('NETWORK: connect');
});

test('an audit with the defaults never asks for the network', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-offline-'));
  try {
    const example = ['examples/hospital/release.txt', '--original', 'examples/hospital/original.txt'];
    const { status, err } = run(process.execPath, [preload(), UNVEIL, 'audit', ...example, '--out', join(folder, 'results')]);
    expect({ status, err }).toEqual({ status: 0, err: '' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
