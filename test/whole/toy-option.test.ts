// @own-modules
import { said } from '../helpers/said.ts';

/** The table is changed before anything is loaded that is made from it: what an engineer adds is this row. */
beforeAll(async () => {
  const { ATTACKING_OPTIONS } = await import('../../cli/audit/attacking-options.ts');
  const toy = {
    type: 'string',
    value: 'SIZE',
    values: ['small', 'large'],
    request: 'context.order',
    read: (given: unknown) => `${given} toy`,
    help: 'the size of the toy',
    field: { label: 'Size of the toy', help: 'Left empty: no toy.' },
  };
  Object.assign(ATTACKING_OPTIONS, { toy });
});

test('an option that is one more row is in parsing, request, errors, help, completion and form', async () => {
  const [{ parseOptions }, { AUDIT_OPTIONS }, { fromOptions }, { auditFields }] = await Promise.all([
    import('../../cli/command.ts'),
    import('../../cli/audit/options.ts'),
    import('../../cli/audit/request-of-options.ts'),
    import('../../cli/serve/fields.ts'),
  ]);
  const { values } = parseOptions(['--toy', 'small'], AUDIT_OPTIONS);
  expect(fromOptions(values)).toEqual({ context: { order: 'small toy' } });
  expect((await said('audit', '--help')).out).toMatch(/^ {2}--toy SIZE +the size of the toy$/m);
  expect((await said('audit', 'release.txt', '--to', 'small')).err).toContain('did you mean "--toy"?');
  const script = (await said('completion', 'bash')).out;
  expect(script).toMatch(/^ +audit\) .*--toy /m);
  expect(script).toContain("'audit --toy') COMPREPLY=($(compgen -W 'small large'");
  const fields = auditFields('set-generalised').flatMap((group) => group.fields);
  expect(fields.find(({ option }) => option === 'toy')).toMatchObject({ label: 'Size of the toy', input: 'choice' });
});

test('what the contract refuses is named by the option', async () => {
  expect((await said('audit', 'release.txt', '--toy', 'small')).err).toBe('unveil: --toy: must be one of "meaningful", "meaningless"\n');
});

test('every option of every command has a line in its help, and completion offers what there is', async () => {
  const [{ SUMMARIES }, { AUDIT_OPTIONS }] = await Promise.all([import('../../bin/help.mjs'), import('../../cli/audit/options.ts')]);
  const script = (await said('completion', 'fish')).out;
  for (const name of Object.keys(SUMMARIES)) {
    const { command } = (await import(`../../cli/commands/${name}.ts`)) as { command: import('../../cli/command.ts').Command };
    const shown = Object.entries(command.options).filter(([, { help }]) => help !== '');
    // The cloud's page refers to that of unveil audit for the options of a request.
    const elsewhere = Object.keys(name === 'cloud' ? AUDIT_OPTIONS : {});
    const missing = shown.filter(([option]) => !command.help.includes(`--${option}`) && !elsewhere.includes(option));
    expect([name, missing.map(([option]) => option)]).toEqual([name, []]);
    for (const [option] of shown) expect(script).toContain(`from ${name}' -l ${option}`);
    for (const action of command.actions ?? []) expect([name, action, command.help.includes(action)]).toEqual([name, action, true]);
  }
});

test('every key that an option sets is one of the contract', async () => {
  const [{ schemaFiles }, { AUDIT_OPTIONS, SUBMIT_OPTIONS }] = await Promise.all([
    import('../../scripts/schemas.ts'),
    import('../../cli/audit/options.ts'),
  ]);
  type Schema = { readonly properties?: Readonly<Record<string, Schema>> };
  const schema = JSON.parse(schemaFiles().get('schema/audit.schema.json') ?? '') as Schema;
  const rows: import('../../shared/kit/option.ts').Options = { ...AUDIT_OPTIONS, ...SUBMIT_OPTIONS };
  const unknown = Object.values(rows).flatMap(({ request }) => {
    const found = request?.split('.').reduce<Schema | undefined>((inside, key) => inside?.properties?.[key], schema);
    return request === undefined || found !== undefined ? [] : [request];
  });
  expect(unknown).toEqual([]);
});
