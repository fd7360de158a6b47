// Plain JavaScript: any Node answers --help at once, without starting Node 24.
export const SUMMARIES = {
  start: 'from a file to a decision, step by step: unveil FILE does the same',
  import: "transactions from tables and from other tools' releases",
  look: 'what is understood of a file before anything is done with it',
  audit: 'attack a release and report the risk',
  eliminate: 'attack distance tables of your own',
  check: 'is a release as anonymous as it claims?',
  extract: 'transactions from English text',
  anonymise: 'a release of transactions or of a table, with its audit request',
  advise: 'a safer release of the same transactions, proved by attack',
  generate: 'synthetic transactions with topics, of a wanted size and density',
  relate: 'how closely a source holds two terms together, and why',
  sources: 'what an attacker can know: what is here, and word vectors to add',
  codes: 'the meaning of codes, from official distributions: add, list',
  corpus: 'text of your own as a source: build, list, info, check, remove',
  query: 'SQL over the results of all audits on this machine',
  campaign: 'many audits from one file, several at once',
  watch: 'audits what is dropped into a folder',
  certify: 'a signed statement on what an audit tried and found',
  compare: 'audits beside each other: what of their difference is beyond chance',
  serve: 'a page on this machine to drop files on, with all of this behind it',
  experiment: 'repeats published experiments, figure by figure',
  cloud: 'audits in your own AWS account: submit, status, results, ...',
  cache: 'what live sources have answered: stats, export, import, purge',
  doctor: 'what is here, what is missing, and what to mend',
  completion: 'commands, options and values completed by bash, zsh and fish',
};

/** Listed on the page of all commands and explained on their own, because most users never need them. */
const SELDOM = ['cache', 'codes', 'completion', 'eliminate', 'experiment', 'extract', 'generate'];

/** Fits a screen of 24 lines of 80 characters, which a test checks. */
export const HELP = `unveil: how much of its anonymisation can an attacker undo?
Usage: unveil FILE, or unveil COMMAND [options]; "COMMAND --help" explains it.

${Object.entries(SUMMARIES)
  .filter(([name]) => !SELDOM.includes(name))
  .map(([name, summary]) => `  ${name.padEnd(12)}${summary}`)
  .join('\n')}
More: ${SELDOM.join(', ')}.
Nothing leaves this machine unless a live source is named.
Exit codes: 0 done, 1 failure, 2 bad input, 3 guarantee broken, 4 above limit.
`;

/** Commands that answer at once and need no process of their own. */
export const QUICK = new Set(['relate', 'sources', 'cache', 'cloud', 'codes', 'doctor', 'completion', undefined]);

export const asksForHelp = (argument) => argument === '--help' || argument === '-h' || argument === 'help';
