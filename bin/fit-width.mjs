// Plain JavaScript, like node24.mjs: any Node fits the help page to the terminal.

/** A narrower terminal gets no folding: it would show a column of single words. */
const LEAST = 40;

/**
 * A page for a terminal with this many columns. Sentences and explanations of options fold at words, below their beginning; tables fold between columns,
 * and repeat the first one in each part. Pages that fit, or whose width is unknown, stay as they are.
 *
 * @param {string} text
 * @param {number | undefined} columns
 * @returns {string}
 */
export function fitWidth(text, columns) {
  if (columns === undefined || columns < LEAST || text.split('\n').every((line) => line.length <= columns)) return text;
  const lines = text.split('\n');
  const out = [];
  for (let at = 0; at < lines.length; ) {
    const end = tableEnd(lines, at);
    if (end > at) {
      const table = lines.slice(at, end);
      out.push(...(table.every((line) => line.length <= columns) ? table : foldedTable(table, columns)));
      at = end;
    } else {
      const { entry, next } = withContinuation(lines, at, columns);
      out.push(...(entry.length <= columns ? [entry] : foldedLine(entry, columns)));
      at = next;
    }
  }
  return out.join('\n');
}

const cellsOf = (/** @type {string} */ line) => line.trim().split(/ {2,}/).length;

/** At least two consecutive lines of three or more columns are a table. */
function tableEnd(/** @type {readonly string[]} */ lines, /** @type {number} */ at) {
  let end = at;
  while (end < lines.length && cellsOf(lines[end] ?? '') >= 3) end += 1;
  return end - at >= 2 ? end : at;
}

/** A column begins where all lines have two spaces before it. */
function foldedTable(/** @type {readonly string[]} */ lines, /** @type {number} */ columns) {
  const width = Math.max(...lines.map((line) => line.length));
  const blank = Array.from({ length: width + 2 }, (_, at) => lines.every((line) => (line[at] ?? ' ') === ' '));
  const cuts = [0];
  for (let at = 2; at < width; at += 1) if (blank[at - 1] && blank[at - 2] && !blank[at]) cuts.push(at);
  const pieces = cuts.map((from, index) => lines.map((line) => line.slice(from, cuts[index + 1] ?? width).trimEnd()));
  const widths = pieces.map((piece) => Math.max(...piece.map((text) => text.length)));
  const first = widths[0] ?? 0;
  const out = [];
  for (let from = 1; from < pieces.length; ) {
    let total = first + 2 + (widths[from] ?? 0);
    let to = from + 1;
    while (to < pieces.length && total + 2 + (widths[to] ?? 0) <= columns) {
      total += 2 + (widths[to] ?? 0);
      to += 1;
    }
    if (from > 1) out.push('');
    for (const [row] of lines.entries()) {
      const cells = [pieces[0], ...pieces.slice(from, to)].map((piece, index) =>
        (piece?.[row] ?? '').padEnd(index === 0 ? first : (widths[from + index - 1] ?? 0)),
      );
      out.push(cells.join('  ').trimEnd());
    }
    from = to;
  }
  return out;
}

/** Column at which the explanation of a line begins: after two spaces that follow a word, else at the line's indent. */
const hang = (/** @type {string} */ line) => /^(\s*\S+(?: \S+)* {2,})\S/.exec(line)?.[1]?.length ?? /^\s*/.exec(line)?.[0].length ?? 0;

/** A line that is too long, joined with its continuation lines. */
function withContinuation(/** @type {readonly string[]} */ lines, /** @type {number} */ at, /** @type {number} */ columns) {
  let entry = lines[at] ?? '';
  let next = at + 1;
  const indent = hang(entry);
  const goesOn = (/** @type {string} */ line) => line.trim() !== '' && /^\s*/.exec(line)?.[0].length === indent && cellsOf(line) === 1;
  const follows = [entry];
  // An unindented sentence continues only if its line was full.
  while (next < lines.length && (indent > 0 || (follows.at(-1) ?? '').length > columns * 0.85) && goesOn(lines[next] ?? ''))
    follows.push(lines[next++] ?? '');
  if (follows.every((line) => line.length <= columns)) return { entry, next: at + 1 };
  for (const line of follows.slice(1)) entry += ` ${line.trim()}`;
  return { entry, next };
}

function foldedLine(/** @type {string} */ line, /** @type {number} */ columns) {
  const wanted = hang(line);
  const indent = wanted > columns / 2 ? Math.min(6, wanted) : wanted;
  const lead = /^\s*/.exec(line)?.[0] ?? '';
  const out = [];
  let row = line.slice(0, wanted).trimEnd().length > columns ? '' : line.slice(0, wanted);
  if (wanted > columns / 2 && row.trim() !== '') {
    out.push(row.trimEnd());
    row = ' '.repeat(indent);
  }
  if (row.trim() === '') row = row === '' ? lead : row;
  let empty = true;
  for (const word of line
    .slice(row.trim() === '' && out.length === 0 ? 0 : wanted)
    .trim()
    .split(/ (?!%)/)) {
    if (!empty && row.length + 1 + word.length > columns) {
      out.push(row.trimEnd());
      row = ' '.repeat(indent);
      empty = true;
    }
    row += empty ? word : ` ${word}`;
    empty = false;
  }
  out.push(row);
  return out;
}
