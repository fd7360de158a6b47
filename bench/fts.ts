import { DatabaseSync } from 'node:sqlite';

/** An index of texts by SQLite's FTS5, in memory: answers how many of them match a query. `optimised`: its runs are merged, as a reader would want. */
export function ftsOver(texts: readonly string[], optimised = false): (query: string) => number {
  const database = new DatabaseSync(':memory:');
  database.exec("CREATE VIRTUAL TABLE piece USING fts5(text, content='')");
  const insert = database.prepare('INSERT INTO piece(rowid, text) VALUES (?, ?)');
  database.exec('BEGIN');
  for (const [at, text] of texts.entries()) insert.run(at + 1, text);
  database.exec('COMMIT');
  if (optimised) database.exec("INSERT INTO piece(piece) VALUES ('optimize')");
  const count = database.prepare('SELECT count(*) AS n FROM piece WHERE piece MATCH ?');
  return (query) => Number(count.get(query)?.['n']);
}
