import { DatabaseSync } from 'node:sqlite';

/** How many pieces match a query of SQLite's FTS5. */
export type Fts = (query: string) => number;

/** An index of pieces, optimised, in memory. */
export function ftsOver(pieces: readonly (readonly string[])[]): Fts {
  const database = new DatabaseSync(':memory:');
  database.exec("CREATE VIRTUAL TABLE piece USING fts5(text, content='')");
  const insert = database.prepare('INSERT INTO piece(rowid, text) VALUES (?, ?)');
  database.exec('BEGIN');
  for (const [at, tokens] of pieces.entries()) insert.run(at + 1, tokens.join(' '));
  database.exec("COMMIT; INSERT INTO piece(piece) VALUES ('optimize')");
  const count = database.prepare('SELECT count(*) AS n FROM piece WHERE piece MATCH ?');
  return (query) => Number(count.get(query)?.['n']);
}
