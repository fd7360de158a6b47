import { BadInput } from '../../core/model/bad-input.ts';
import type { Offers } from '../../kit/offers.ts';

export const queryLogOffers: Offers = {
  check: {
    help: 'A query log (docs/query-logs.md): K users have each set of intents.',
    options: {},
    run: async (...given) => (await import('./check/check.ts')).runLogCheck(...given),
  },
  makes: {
    from: "query logs (docs/query-logs.md; JSON Lines, a search a line, or a table such as AOL's)",
    methods: [
      {
        name: 'query-log',
        help: 'users in clusters of K with the same intents',
        options: {
          likeness: { type: 'string', default: '0.5', value: 'T', help: 'pages with queries so alike are one intent (default 0.5)' },
          form: {
            type: 'string',
            default: 'strings',
            value: 'FORM',
            help: "an intent stands as strings (default): own queries, drawn ones for who had none; name: the cluster's most frequent; set: all of the cluster's",
          },
        },
        make: async (...given) => (await import('./make/publish-log.ts')).makeLog(...given),
      },
    ],
  },
  extract: {
    name: 'query-log',
    options: {
      'query-log': {
        type: 'boolean',
        default: false,
        help: 'INPUT holds queries: JSON Lines {"user","query","session","time"}, or columns separated by tabs, named in the first line or else user, query, time. A query of at most two words is one item, a longer one is tagged',
      },
      per: {
        type: 'string',
        value: 'user|session',
        values: ['user', 'session'],
        default: 'user',
        help: "with --query-log: one transaction a user (default) or a session (the log's own, else split at pauses of 30 minutes)",
      },
    },
    async transactions(path, { values: { per } }, readers) {
      if (per !== 'user' && per !== 'session') throw new BadInput('--per is user or session');
      const { loggedQueries } = await import('./make/logged-queries.ts');
      const { transactionsFromQueries } = await import('../../kit/make/extract-transactions.ts');
      return transactionsFromQueries(loggedQueries(path, per, readers), readers.tagger(), per);
    },
  },
  sample: {
    name: 'log',
    options: {
      log: { type: 'string', value: 'N', help: 'searches of N users in place of transactions, about 8 each (docs/query-logs.md)' },
    },
    async make(users, { seed }) {
      const { searchLines } = await import('./core/generate.ts');
      return { pieces: searchLines(users, seed), figures: { users }, text: `searches of ${users} users` };
    },
  },
};
