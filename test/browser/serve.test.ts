import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { main } from '../../cli/main.ts';
import { settled } from '../helpers/browser.ts';
import { jsonOf } from '../helpers/json-output.ts';
import { run, UNVEIL } from '../helpers/run.ts';
import { browser, folder, newPage, serious, served, servedPages } from '../helpers/served-pages.ts';

/** Milliseconds for whole audits, on a machine that does other things too. */
const LONG = 180_000;

servedPages();

interface Seen {
  readonly page: Page;
  readonly errors: string[];
  readonly foreign: string[];
}

async function visit(width = 1200, colorScheme: 'light' | 'dark' = 'light'): Promise<Seen> {
  const page = await newPage({ viewport: { width, height: 900 }, colorScheme });
  const errors: string[] = [];
  const foreign: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => request.url().startsWith(served.origin) || foreign.push(request.url()));
  await page.goto(served.address);
  return { page, errors, foreign };
}

async function send(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [role, path] of Object.entries(files)) await page.locator(`#file-${role}`).setInputFiles(path);
  await page.getByRole('button', { name: 'Look at it' }).click();
  await page.waitForURL(/tasks/);
  await settled(page);
}

const button = (page: Page, name: string) => page.getByRole('button', { name });

/** Chooses what columns are, each by its own control, and has the table read so. */
async function choose(page: Page, roles: Readonly<Record<string, string>>, tried: string): Promise<void> {
  for (const [column, role] of Object.entries(roles)) {
    await page.getByLabel(column, { exact: true }).selectOption({ label: role });
    await page.locator('[data-tried]', { hasNotText: 'Looking at it' }).waitFor();
  }
  expect(await page.locator('[data-tried]').textContent()).toBe(tried);
  expect(await serious(page)).toEqual([]);
  await button(page, 'Read it so').click();
  await page.locator('#understood').waitFor();
}

/** The sentences of the page, with the spaces that keep a figure and its unit together as other spaces. */
const saidOn = async (page: Page): Promise<string> => ((await page.locator('main').textContent()) ?? '').replaceAll('\u00a0', ' ');
const CLINIC = { release: 'examples/clinic/release.txt', original: 'examples/clinic/original.txt' };

test(
  'from drop to report: the same audit as on the command line, kept when asked, and nothing else left',
  async () => {
    const { page, errors, foreign } = await visit();
    const dropped = Object.entries(CLINIC).map(([role, path]) => ({ name: `${role}.txt`, text: readFileSync(path, 'utf8') }));
    const transfer = await page.evaluateHandle(`(() => {
    const held = new DataTransfer();
    for (const { name, text } of ${JSON.stringify(dropped)}) held.items.add(new File([text], name));
    return held;
  })()`);
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
    expect(await page.locator('form.is-over').count()).toBe(1);
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
    await button(page, 'Look at it').click();
    await page.locator('#understood').waitFor();
    expect(await page.locator('.facts').textContent()).toContain('Generalised items32');
    expect(await page.locator('.rows li').first().textContent()).toBe(
      '(arthritis, pyorrhea, deafness), eardrum, sore throat, brain, sinus',
    );

    await page.getByLabel('k', { exact: true }).fill('4');
    await button(page, 'Audit it').click();
    await page.locator('[data-now]', { hasText: /\d+ of \d+: / }).waitFor();
    const link = page.getByRole('link', { name: 'Open the report' });
    await link.waitFor({ timeout: 100_000 });
    const said = await saidOn(page);
    expect(said).toMatch(/The attack calibrated learns a hidden item of \d+ of 480 transactions\./);
    expect(said).toContain('Do not publish this release.');

    expect(await page.getByLabel(/^Name in/).inputValue()).toBe('release');
    await page.getByLabel(/^Name in/).fill('my-clinic');
    await button(page, 'Keep the results').click();
    await page.getByText('Kept in').waitFor();
    const kept = join(folder, 'unveil-results', 'my-clinic');
    const words = ['audit', CLINIC.release, `--original=${CLINIC.original}`, '--k=4', '--source=wordnet', '--json'];
    const { out } = run(process.execPath, [UNVEIL, ...words, '--out', join(folder, 'by-hand')]);
    const success = JSON.parse(readFileSync(join(kept, '_SUCCESS.json'), 'utf8'));
    expect(success.audit_id).toBe(JSON.parse(out).audit_id);
    // The message appears once.
    expect(said.split(JSON.parse(out).headline).length).toBe(2);
    expect(readFileSync(join(kept, 'attacked.jsonl'), 'utf8')).toBe(readFileSync(join(folder, 'by-hand', 'attacked.jsonl'), 'utf8'));

    await page.getByRole('link', { name: 'Earlier audits' }).click();
    await page.getByRole('link', { name: 'my-clinic' }).click();
    const [archive] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: /\.zip/ }).click()]);
    expect(archive.suggestedFilename()).toBe('my-clinic.zip');
    await page.getByRole('link', { name: 'Open the report' }).click();
    await page.locator('.headline').first().waitFor();
    expect(await page.locator('h1').textContent()).toBe('release');
    expect([errors, foreign]).toEqual([[], []]);
    await page.close();

    expect(await served.end()).toBe(0);
    rmSync(join(folder, 'by-hand'), { recursive: true });
    expect(readdirSync(folder)).toEqual(['unveil-results']);
    expect(readdirSync(join(folder, 'unveil-results'))).toEqual(['my-clinic']);
  },
  LONG,
);

test('another page can neither drive it nor read it, even with the token, and no token is guessed', async () => {
  const token = new URL(served.address).pathname;
  const foreignServer = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>another page</h1>'),
  );
  await new Promise<void>((done) => foreignServer.listen(0, '127.0.0.1', done));
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(foreignServer.address() as AddressInfo).port}/`);
    const statuses: number[] = [];
    page.on('response', (response) => response.url().startsWith(served.origin) && statuses.push(response.status()));
    const asked = async (how: string): Promise<unknown> =>
      page.evaluate(`fetch('${served.address}tasks', ${how}).then((r) => r.type, () => 'refused')`);
    expect(await asked(`{ method: 'POST', body: new URLSearchParams({ kind: 'audit' }) }`)).toBe('refused');
    expect(await asked(`{ method: 'POST', mode: 'no-cors', body: new URLSearchParams({ kind: 'audit' }) }`)).toMatch(/refused|opaque/);
    expect(await page.evaluate(`fetch('${served.address}').then(() => 'read', () => 'refused')`)).toBe('refused');
    await page.evaluate(
      `(() => { const f = document.createElement('form'); f.method = 'post'; f.action = '${served.address}tasks'; document.body.append(f); f.submit(); })()`,
    );
    await page.waitForURL(/tasks/);
    expect(await page.locator('body').textContent()).toContain('Only the pages of this server');
    expect(new Set(statuses)).toEqual(new Set([403]));
    await page.close();
  } finally {
    foreignServer.closeAllConnections();
    foreignServer.close();
  }
  const guesses = ['/', '/tasks', `/${'A'.repeat(43)}/`, token.slice(0, -2), token.toLowerCase(), `/x${token}`];
  for (const guess of guesses) {
    const response = await fetch(`${served.origin}${guess}`);
    expect([guess, response.status]).toEqual([guess, 403]);
    expect(await response.text()).not.toContain(token);
  }
  expect(
    readdirSync(
      readdirSync(folder)
        .map((name) => join(folder, name))
        .find((path) => path.includes('unveil-serve-')) ?? '',
    ),
  ).toEqual([]);
});

test('items and a file name that are HTML, script and 10,000 characters are shown as text, and nothing breaks', async () => {
  const evil = `<script>document.title='owned'</script>`;
  const image = `"><img src=x onerror="document.title='owned'">`;
  const long = 'long'.repeat(2_500);
  const rows = [
    ['knee', [evil, image, long]],
    [evil, 'rest'],
    ['rest', [evil, image, long]],
    ['knee', 'rest'],
  ];
  const path = join(folder, `<img src=x onerror=alert(1)>&"'.jsonl`);
  writeFileSync(path, rows.map((items) => JSON.stringify({ items })).join('\n'));
  const { page, errors, foreign } = await visit(360, 'dark');
  await send(page, { release: path });
  expect(await page.locator('.rows').textContent()).toContain(evil);
  expect(await page.locator('.rows').textContent()).toContain(image);
  expect(((await page.locator('.rows').textContent()) ?? '').length).toBeLessThan(2_000);
  const fits = async () => expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  await fits();
  expect(await serious(page)).toEqual([]);
  await button(page, 'Audit it').click();
  await page.getByRole('link', { name: 'Open the report' }).waitFor({ timeout: 100_000 });
  await fits();
  await page.getByRole('link', { name: 'Open the report' }).click();
  await page.locator('.headline').first().waitFor();
  await fits();
  expect(await page.title()).not.toBe('owned');
  expect([errors, foreign]).toEqual([[], []]);
  await page.close();
});

test(
  '120 MB go through the page, and the server holds none of it',
  async () => {
    const path = join(folder, 'large.txt');
    const lines = Array.from(
      { length: 2_000 },
      (_, at) => `item ${at % 977}, (left ${at % 50}, right ${at % 50}), item ${((at * 7) % 977) + 1000}\n`,
    ).join('');
    writeFileSync(path, lines.repeat(Math.ceil(120e6 / lines.length)));
    const transactions = 2_000 * Math.ceil(120e6 / lines.length);
    const server = () => readFileSync(`/proc/${served.child.pid}/task/${served.child.pid}/children`, 'utf8').trim();
    const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server()}/status`, 'utf8'))?.[1]) / 1024;
    const before = peak();
    const { page, errors } = await visit();
    await send(page, { release: path });
    await page.locator('#understood').waitFor();
    expect(await page.locator('.facts').textContent()).toContain(`Transactions${transactions}`);

    expect(peak() - before).toBeLessThan(80);
    // Another page answers while something is computed.
    await button(page, 'Remove these files').click();
    await page.locator('form.drop').waitFor();
    const root = readdirSync(folder).find((name) => name.includes('unveil-serve-')) ?? '';
    expect(readdirSync(join(folder, root))).toEqual([]);
    expect(errors).toEqual([]);
    await page.close();
  },
  LONG,
);

test('an audit is cancelled in the middle of its arithmetic, leaves nothing, and can be started again', async () => {
  const { page } = await visit();
  await send(page, CLINIC);
  await button(page, 'Audit it').click();
  await page.locator('[data-now]', { hasText: 'learn' }).waitFor();
  const began = performance.now();
  await button(page, 'Cancel').click();
  await page.getByText('It was cancelled').waitFor();
  // A second on a machine that does nothing else.
  expect(performance.now() - began).toBeLessThan(15_000);
  const root = readdirSync(folder).find((name) => name.includes('unveil-serve-')) ?? '';
  const [task = ''] = readdirSync(join(folder, root));
  expect(readdirSync(join(folder, root, task)).toSorted()).toEqual(['original', 'release']);
  expect(await button(page, 'Audit it').count()).toBe(1);
  await page.close();
});

test('what is wrong is said beside the form with its place, and what was filled in stays', async () => {
  const bad = join(folder, 'visits.txt');
  writeFileSync(bad, Buffer.from('caf\xe9, (gout, asthma)\nrest, (gout, asthma)\n', 'latin1'));
  const { page } = await visit();
  await send(page, { release: bad });
  expect(await page.getByRole('alert').first().textContent()).toContain('release/visits.txt:1:');
  await page.getByLabel('Encoding').selectOption('latin1');
  await button(page, 'Look again').click();
  await page.locator('#understood').waitFor();
  expect(await page.locator('.rows').textContent()).toContain('café');
  await page.getByLabel('k', { exact: true }).fill('1');
  await button(page, 'Audit it').click();
  expect(await page.getByRole('alert').textContent()).toContain('--k: ');
  expect(await page.getByLabel('k', { exact: true }).inputValue()).toBe('1');
  await page.close();
});

test('a table whose columns are not to be told by their names is read as the user says', async () => {
  const path = join(folder, 'queries.tsv');
  writeFileSync(path, 'person\twhat\tplace\n1\tknee\ta\n1\tgout\tb\n2\tknee\ta\n3\tgout\tc\n');
  const { page } = await visit();
  await send(page, { release: path });
  expect(await page.locator('[data-tried]').textContent()).toBe('No reading is proposed: choose the columns of items.');
  expect(await page.locator('[data-asks]').textContent()).toContain('Which of "what", "place" hold items?');
  await choose(page, { what: 'Items' }, '3 transactions of 2 different items.');
  expect(await page.locator('.facts').textContent()).toContain('Transactions3');
  expect(await page.locator('.notices').textContent()).toContain('read as a table: id "person"; items "what"');
  expect(await page.locator('.rows li').first().textContent()).toBe('knee, gout');
  expect(await serious(page)).toEqual([]);
  // The choice can be changed.
  await button(page, 'Choose the columns again').click();
  expect(await page.getByLabel('what', { exact: true }).inputValue()).toBe('item');
  await choose(page, { person: 'Left out', place: 'Items' }, '4 transactions of 5 different items.');
  expect(await page.locator('.facts').textContent()).toContain('Transactions4');
  expect(await page.locator('.rows li').first().textContent()).toBe('knee, a');
  expect(await page.locator('.notices').textContent()).toContain('items "what" to "place"');
  await page.close();
});

test('a table of people is dropped with its roles: what it is, its checks, its audit, its report', async () => {
  const { page, errors, foreign } = await visit();
  const names = ['release.csv', 'roles.json', 'original.csv', 'hierarchy-1-zip.csv', 'hierarchy-2-age.csv', 'hierarchy-3-sex.csv'];
  const more = ['hierarchy-4-marital.csv', 'hierarchy-5-condition.csv'];
  const files = [...names, ...more].map((name) => ({ name, text: readFileSync(join('examples/patients/release', name), 'utf8') }));
  files.push({ name: 'external-voters.csv', text: readFileSync('examples/patients/voters.csv', 'utf8') });
  // All of them at once, as from a folder.
  await page.evaluate(`{
    const dataTransfer = new DataTransfer();
    for (const { name, text } of ${JSON.stringify(files)}) dataTransfer.items.add(new File([text], name));
    dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
  }`);
  await page.waitForFunction("document.querySelector('#file-beside').files.length === 5");
  await page.locator('#file-later').setInputFiles('examples/patients/release/release.csv');
  await button(page, 'Look at it').click();
  await page.locator('#understood').waitFor({ timeout: 60_000 });
  expect(await page.locator('.facts').textContent()).toContain('4-anonymity: holds');
  expect(await page.locator('.facts').textContent()).toContain('quasi, word, 3 distinct, a hierarchy of 4 levels over 10 values');
  expect(await serious(page)).toEqual([]);
  await page.getByLabel('A statement about values').fill('condition=angina x0');
  await button(page, 'Audit it').click();
  await page.getByRole('link', { name: 'Open the report' }).waitFor({ timeout: 100_000 });
  const said = (await page.locator('main').textContent()) ?? '';
  expect(said).toContain('4-anonymity holds of all published records.');
  expect(said).toContain('=later');
  expect(said).not.toContain('an earlier or later release is needed');
  expect(said).toContain('distinct 2-diversity of condition holds of the records with a known value.');
  expect(said).toContain('linked-values (condition)');
  expect(said).toContain('--knows=condition=angina x0');
  await page.getByRole('link', { name: 'Open the report' }).click();
  await page.getByRole('heading', { name: 'What the table is' }).waitFor();
  expect({ errors, foreign }).toEqual({ errors: [], foreign: [] });
  await page.close();
});

test('a table of people without roles is read by the roles that are chosen', async () => {
  const { page } = await visit();
  await send(page, { release: 'examples/patients/release/release.csv' });
  await choose(page, { age: 'Left out', marital: 'Left out' }, 'A table of people, a record a person.');
  const facts = (await page.locator('.facts').textContent()) ?? '';
  for (const text of ['Column zipquasi', 'Column sexquasi', 'Column conditionsensitive, word, 11 distinct']) expect(facts).toContain(text);
  expect(facts).not.toMatch(/Column (?:age|marital)quasi/);
  await button(page, 'Audit it').click();
  await page.getByRole('link', { name: 'Open the report' }).waitFor({ timeout: 100_000 });
  expect(await page.locator('main').textContent()).toContain('homogeneity (condition)');
  await page.close();
});

test('a release of a table of people is made, checked and audited; by its roles, and by the roles that are chosen', async () => {
  const { page, errors } = await visit();
  await page.goto(`${served.address}anonymise`);
  const files = ['patients.csv', 'roles.json', 'zip.csv', 'sex.csv', 'marital.csv', 'condition.csv'].map(
    (name) => `examples/patients/${name}`,
  );
  await page.getByText('It is a table of people, a record a person').click();
  await page.locator('#file-beside').setInputFiles(files.slice(2));
  await send(page, { transactions: files[0], roles: files[1] });
  expect(await page.locator('.facts').textContent()).toContain('Column zipquasi');
  expect(await serious(page)).toEqual([]);
  await page.getByLabel('k', { exact: true }).fill('5');
  await button(page, 'Make the release').click();
  await page.getByRole('link', { name: 'Download everything' }).waitFor({ timeout: 100_000 });
  const made = (await page.locator('main').textContent()) ?? '';
  for (const text of ['mondrian', 'discernibility', '5-anonymity', 'release.csv', 'roles.json']) expect(made).toContain(text);
  expect(await serious(page)).toEqual([]);
  await button(page, 'Audit this release').click();
  await page.locator('#understood').waitFor({ timeout: 60_000 });
  expect(await page.locator('.facts').textContent()).toContain('5-anonymity: holds');
  await button(page, 'Audit it').click();
  await page.getByRole('link', { name: 'Open the report' }).waitFor({ timeout: 100_000 });
  expect(await page.locator('main').textContent()).toContain('homogeneity (condition)');
  await page.goto(`${served.address}anonymise`);
  await send(page, { transactions: 'examples/patients/patients.csv' });
  await choose(page, { zip: 'Left out', marital: 'Left out' }, 'A table of people, a record a person.');
  await button(page, 'Make the release').click();
  await page.getByRole('alert').first().waitFor();
  expect(await page.getByRole('alert').first().textContent()).toContain('nothing is required');
  await page.getByLabel('k', { exact: true }).fill('4');
  await page.getByLabel('Different values in each class').fill('distinct:2');
  await button(page, 'Make the release').click();
  await page.getByRole('link', { name: 'Download everything' }).waitFor({ timeout: 100_000 });
  expect(await page.locator('main').textContent()).toContain('--quasi=');
  expect(errors).toEqual([]);
  await page.close();
}, 300_000);

test(
  'a safer release is looked for by what the audit was told: its course, cancelled, begun again, and the audit of what it found',
  async () => {
    const data = ['--transactions', '120', '--vocabulary', '40', '--density', '0.12', '--topics', '6'];
    run(process.execPath, [UNVEIL, 'generate', '--out', join(folder, 't.jsonl'), ...data]);
    const coat = ['--method', 'coat', '--k', '20', '--privacy', 'random:0.5', '--out', join(folder, 'coat')];
    run(process.execPath, [UNVEIL, 'anonymise', join(folder, 't.jsonl'), ...coat]);
    const { page, errors, foreign } = await visit();
    await send(page, { release: join(folder, 'coat', 'release.jsonl'), original: join(folder, 'coat', 'original.jsonl') });
    await page.getByLabel('k', { exact: true }).fill('20');
    await button(page, 'Audit it').click();
    await page.getByRole('link', { name: 'Open the report' }).waitFor({ timeout: 100_000 });
    await button(page, 'Look for a safer release').click();
    await page.locator('[data-now]', { hasText: /\d+ of \d+: / }).waitFor();
    await button(page, 'Cancel').click();
    await page.getByText('It was cancelled').waitFor();
    expect(await serious(page)).toEqual([]);
    await button(page, 'Look for a safer release').click();
    const tried = page.getByRole('link', { name: 'Open what was tried' });
    await tried.waitFor({ timeout: 100_000 });
    expect(await page.locator('main').textContent()).toMatch(/names something hidden of|nothing can be advised/);
    expect(await page.locator('code.words').textContent()).toMatch(
      /unveil advise original\/original.jsonl --release=release\/release.jsonl --k=20/,
    );
    expect(await serious(page)).toEqual([]);
    const done = page.url();
    await tried.click();
    await page.getByRole('heading', { name: 'What was tried' }).waitFor();
    await page.goto(done);
    await page.getByRole('link', { name: 'Open the audit of the result' }).click();
    await page.locator('.headline').first().waitFor();
    expect([errors, foreign]).toEqual([[], []]);
    await page.close();
  },
  LONG,
);

test('a release is made on the page, and audited at once', async () => {
  const { page, errors } = await visit();
  await page.getByRole('link', { name: 'Anonymise' }).click();
  await send(page, {
    transactions: 'examples/coat/transactions.txt',
    privacy: 'examples/coat/privacy.txt',
    utility: 'examples/coat/utility.txt',
  });
  await page.getByLabel('k', { exact: true }).fill('2');
  await button(page, 'Make the release').click();
  await page.getByRole('link', { name: 'release.jsonl' }).waitFor({ timeout: 30_000 });
  expect(await page.locator('main').textContent()).toContain('coat');
  await button(page, 'Audit this release').click();
  await page.locator('#understood').waitFor();
  await button(page, 'Audit it').click();
  await page.getByRole('link', { name: 'Open the report' }).waitFor({ timeout: 100_000 });
  expect(errors).toEqual([]);
  await page.close();
});

test('earlier audits are ticked and compared', async () => {
  for (const seed of ['one', 'two']) {
    const words = ['examples/hospital/release.txt', '--original=examples/hospital/original.txt', `--seed=${seed}`, '--attack=rba'];
    await main(['audit', ...words, '--out', join(folder, 'unveil-results', seed)], { out: { write: () => {} }, err: { write: () => {} } });
  }
  const { page, errors } = await visit();
  await page.getByRole('link', { name: 'Earlier audits' }).click();
  await page.getByLabel('Compare one').check();
  await button(page, 'Compare').click();
  expect(await page.locator('main').textContent()).toContain('tick two audits or more');
  await page.goto(`${served.address}audits`);
  await page.getByLabel('Compare one').check();
  await page.getByLabel('Compare two').check();
  expect(await serious(page)).toEqual([]);
  await button(page, 'Compare').click();
  const link = page.getByRole('link', { name: 'Open the comparison' });
  await link.waitFor({ timeout: 30_000 });
  expect(await page.locator('main').textContent()).toMatch(/one.*two/s);
  expect(await serious(page)).toEqual([]);
  await link.click();
  await page.locator('h1').waitFor();
  expect(errors.filter((error) => !error.includes('422'))).toEqual([]);
  await page.close();
});

test(
  'wide and light, narrow and dark: every page fits, and axe-core finds nothing serious',
  async () => {
    const { page } = await visit();
    const good = async (what: string): Promise<void> => {
      for (const [width, colorScheme] of [
        [1200, 'light'],
        [360, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        expect([what, width, await serious(page)]).toEqual([what, width, []]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        expect([what, await page.locator('h1').count()]).toEqual([what, 1]);
      }
    };
    await good('first page');
    await page.goto(`${served.address}anonymise`);
    await good('anonymise');
    await page.goto(`${served.address}audits`);
    await good('earlier audits');
    await page.goto(served.address);
    await send(page, CLINIC);
    for (const summary of await page.locator('summary').all()) await summary.click();
    await good('understood');
    await button(page, 'Audit it').click();
    await page.locator('#course').waitFor();
    await good('progress');
    await page.getByRole('link', { name: 'Open the report' }).waitFor({ timeout: 100_000 });
    await good('results');
    await page.goto(`${served.address}nothing`);
    await good('nothing here');
    await page.close();
  },
  LONG,
);

test('by keyboard alone: to the content, through the fields, to the button', async () => {
  expect(jsonOf('serve', served.said)).toEqual([{ address: served.address, results: join(folder, 'unveil-results') }]);
  const { page } = await visit();
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.className')).toBe('skip');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('main');
  const reached: string[] = [];
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press('Tab');
    reached.push(String(await page.evaluate('document.activeElement.id || document.activeElement.textContent')));
  }
  const TABLES = 'It is a table of people, a record a person';
  expect(reached).toEqual(['file-release', 'file-original', 'file-labels', 'file-hierarchy', TABLES, 'Look at it']);
  await page.close();
  expect(existsSync(join(folder, 'unveil-results'))).toBe(false);
});
