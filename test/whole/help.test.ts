import { asksForHelp, HELP, SUMMARIES } from '../../bin/help.mjs';
import { said } from '../helpers/said.ts';

test('the help names every command, with its line or among the seldom ones', () => {
  const seldom = /^More: (.*)\.$/m.exec(HELP)?.[1]?.split(', ') ?? [];
  expect(Object.keys(SUMMARIES)).toEqual(expect.arrayContaining(seldom));
  for (const [name, summary] of Object.entries(SUMMARIES))
    expect([name, HELP.includes(`\n  ${name.padEnd(12)}${summary}\n`)]).toEqual([name, !seldom.includes(name)]);
  expect(['--help', '-h', 'help', 'audit', undefined].map(asksForHelp)).toEqual([true, true, true, false, false]);
});

test('without a command: the same page, as a usage error', async () => {
  expect(await said()).toEqual({ status: 2, out: HELP, err: '' });
  expect(await said('--help')).toEqual({ status: 0, out: HELP, err: '' });
});

test.each(['nope', '__proto__', 'constructor'])('no command %s', async (name) => {
  expect(await said(name)).toEqual({ status: 2, out: '', err: `unveil: there is no command "${name}"; "unveil --help" lists them\n` });
});

test.each(Object.keys(SUMMARIES))('unveil %s --help explains itself', async (name) => {
  const { status, out } = await said(name, '--help');
  expect(status).toBe(0);
  expect(out).toMatch(new RegExp(`^unveil ${name}[ :]`));
});
