/** Files of other programs, told by their first bytes: what they are, and what to save instead. */
const SIGNS: readonly { readonly at?: number; readonly bytes: readonly number[] | string; readonly says: string }[] = [
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    says: 'an Excel workbook of before 2007 (.xls) or another old Office file; save it as .xlsx or as CSV',
  },
  { bytes: '%PDF', says: 'a PDF; export the table behind it as CSV' },
  { bytes: 'ARROW1', says: 'an Arrow or Feather file; write it as Parquet: df.to_parquet("visits.parquet")' },
  { bytes: 'SQLite format 3', says: 'an SQLite database; export the table as CSV: sqlite3 -csv -header FILE "select ..."' },
  { bytes: '$FL2', says: 'an SPSS file (.sav); save it as CSV or .xlsx: File, Save As' },
  { bytes: '$FL3', says: 'an SPSS file (.zsav); save it as CSV or .xlsx: File, Save As' },
  { bytes: '<stata_dta>', says: 'a Stata file (.dta); write it as CSV: export delimited' },
  { bytes: 'RDX', says: 'an R workspace (.RData); write the table as CSV: write.csv(x, "visits.csv", row.names = FALSE)' },
  { bytes: 'X\n\0\0\0', says: 'an R object (.rds); write it as CSV: write.csv(x, "visits.csv", row.names = FALSE)' },
  { at: 84, bytes: 'SAS FILE', says: 'a SAS data set (.sas7bdat); write it as CSV: proc export dbms=csv' },
  { bytes: 'HEADER RECORD*******LIBRARY', says: 'a SAS transport file (.xpt); write it as CSV: proc export dbms=csv' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], says: 'compressed with zstd; decompress it (zstd -d), or use gzip' },
  { bytes: [0x42, 0x5a, 0x68], says: 'compressed with bzip2; decompress it (bunzip2), or use gzip' },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], says: 'compressed with xz; decompress it (xz -d), or use gzip' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], says: 'a 7z archive; unpack it and name the file in it' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], says: 'a picture (PNG)' },
  { bytes: [0xff, 0xd8, 0xff], says: 'a picture (JPEG)' },
];

/** Binary tables that are read, by their first bytes. */
export type TableFileKind = 'xlsx' | 'parquet';

const starts = (head: Uint8Array, bytes: readonly number[] | string, at = 0): boolean => {
  const wanted = typeof bytes === 'string' ? [...bytes].map((character) => character.charCodeAt(0)) : bytes;
  return wanted.every((byte, offset) => head[at + offset] === byte);
};

const latin = (head: Uint8Array): string => Array.from(head, (byte) => String.fromCharCode(byte)).join('');

/** `xlsx` or `parquet` for tables, a message for unsupported files, null for possible text. */
export function fileKindOf(head: Uint8Array): { readonly table: TableFileKind } | { readonly refused: string } | null {
  if (starts(head, 'PAR1')) return { table: 'parquet' };
  if (starts(head, 'PARE')) return { refused: 'an encrypted Parquet file; write it without encryption' };
  if (starts(head, [0x50, 0x4b, 0x03, 0x04])) return zipped(latin(head.subarray(0, 4096)));
  const sign = SIGNS.find(({ bytes, at }) => starts(head, bytes, at));
  if (sign !== undefined) return { refused: `this is ${sign.says}` };
  const [a = 0, b = 0, c, d] = head;
  if (a >= 0x69 && a <= 0x73 && (b === 1 || b === 2) && c === 1 && d === 0)
    return { refused: 'this is a Stata file (.dta); write it as CSV: export delimited' };
  const text = latin(head.subarray(0, 512))
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  if (/^<(?:!doctype html|html|table|head|meta)\b/i.test(text))
    return { refused: 'this is a web page, as some systems call ".xls"; open it in a spreadsheet and save it as .xlsx or CSV' };
  if (/<(?:graphml|gexf)\b/i.test(text))
    return {
      refused:
        'this is a graph in XML (GraphML, GEXF); write its edges, a line for each, such as networkx.write_edgelist(graph, "edges.txt"), and say --kind graph',
    };
  if (/^<\?xml|^<(?:workbook|ss:)/i.test(text)) return { refused: 'this is XML; export the table as CSV' };
  return null;
}

/** Workbooks, documents and archives are all zip: the names of the first files in it tell. */
function zipped(names: string): { readonly table: TableFileKind } | { readonly refused: string } {
  if (names.includes('opendocument.spreadsheet'))
    return { refused: 'this is an OpenDocument spreadsheet (.ods); save it as .xlsx or as CSV' };
  if (/word\/|ppt\/|opendocument/.test(names)) return { refused: 'this is a document, not a table; save its table as CSV' };
  if (/\[Content_Types\]\.xml|xl\/|_rels\/|docProps\//.test(names)) return { table: 'xlsx' };
  return { refused: 'this is a zip archive; unpack it and name the file in it' };
}
