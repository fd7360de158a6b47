import { BadInput } from '../../shared/core/model/bad-input.ts';
import { parseDisassociated, writeDisassociated } from '../../shared/kinds/disassociated/core/format/clusters-json.ts';

const parse = (text: string) => parseDisassociated(text, 'release.json');
const refusal = (text: string): string => {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof BadInput) return error.describe();
    throw error;
  }
  throw new Error('nothing was refused');
};

const RELEASE = {
  clusters: [
    { size: 3, recordChunks: [[['a', 'b'], [], ['a']], [['c']]], termChunk: ['d'] },
    { size: 2, recordChunks: [], termChunk: ['d', 'é'] },
  ],
  jointClusters: [{ clusters: [0, 1], sharedChunks: [[['s'], ['s', 'u']]] }],
};

describe('our layout', () => {
  test('comes back from writing as it was', () => {
    const { release, warnings } = parse(JSON.stringify(RELEASE));
    expect(release).toEqual({ ...RELEASE, sizesInferred: false });
    expect(warnings).toEqual([]);
    expect(parse([...writeDisassociated(release)].join('')).release).toEqual(release);
    const alone = { ...release, jointClusters: [] };
    expect(parse([...writeDisassociated(alone)].join('')).release).toEqual(alone);
  });

  test('chunks may be left out, and a byte-order mark is passed over', () => {
    expect(parse('\ufeff{"clusters":[{"size":2,"termChunk":["a"]}]}').release.clusters).toEqual([
      { size: 2, recordChunks: [], termChunk: ['a'] },
    ]);
  });

  test('keys beside the clusters are ignored with a warning', () => {
    expect(parse('{"k":3,"clusters":[{"size":2,"termChunk":["a"]}]}').warnings.map(({ message }) => message)).toEqual([
      'keys beside "clusters" and "jointClusters" were ignored',
    ]);
  });

  test.each([
    ['{"clusters":[', 'release.json:1:14: not JSON: the line ends too early'],
    ['{"clusters":\n [{"size" 3}]}', 'release.json:2:11: not JSON: ":" is missing here'],
    ['[]', 'release.json:1:1: a disassociated release is an object, {"clusters":[...]}'],
    ['{"clusters":[]}', 'release.json:1:13: a release has at least one cluster'],
    ['{"clusters":{}}', 'release.json:1:13: "clusters" is the list of clusters'],
    ['{"clusters":[{"size":0}]}', 'release.json:1:22: "size" is the number of transactions that the cluster stands for, at least 1'],
    [
      '{"clusters":[{"recordChunks":[]}]}',
      'release.json:1:14: "size" is the number of transactions that the cluster stands for, at least 1',
    ],
    [
      '{"clusters":[\n{"size":2},\n{"size":2,"chunks":[]}]}',
      'release.json:3:20: an unknown key; here are "size", "recordChunks", "termChunk"',
    ],
    ['{"clusters":[{"size":2,"recordChunks":[[["a"],["a"],["a"]]]}]}', 'release.json:1:40: 3 sub-records in a chunk over 2 transactions'],
    ['{"clusters":[{"size":2,"recordChunks":[[[],[]]]}]}', 'release.json:1:40: a chunk holds at least one sub-record with an item'],
    ['{"clusters":[{"size":2,"recordChunks":[["a"]]}]}', 'release.json:1:41: a list of items is wanted here'],
    ['{"clusters":[{"size":2,"recordChunks":[[["a","b","a"]]]}]}', 'release.json:1:50: an item for the second time in one list'],
    ['{"clusters":[{"size":2,"termChunk":["a",7]}]}', 'release.json:1:41: an item is a text in quotes'],
    ['{"clusters":[{"size":2,"termChunk":["a\\u0000"]}]}', 'release.json:1:37: a control character inside an item'],
    ['{"clusters":[{"size":2,"termChunk":[" "]}]}', 'release.json:1:37: an item without text'],
    ['{"clusters":[{"size":2,"size":3,"termChunk":["a"]}]}', 'release.json:1:24: a key for the second time in one object'],
    [
      '{"clusters":[{"size":2}],"jointClusters":[{"clusters":[],"sharedChunks":[]}]}',
      'release.json:1:55: a joint cluster joins at least one cluster',
    ],
    [
      '{"clusters":[{"size":2}],"jointClusters":[{"clusters":[0,1],"sharedChunks":[]}]}',
      "release.json:1:58: a cluster's number, from 0 to 0, is wanted here",
    ],
    [
      '{"clusters":[{"size":2},{"size":1}],"jointClusters":[{"clusters":[0,1,1],"sharedChunks":[]}]}',
      'release.json:1:71: this cluster for the second time',
    ],
  ])('%s is refused with its place', (text, message) => {
    expect(refusal(text)).toBe(message);
  });

  test('columns count characters, also after a character of two UTF-16 units', () => {
    expect(refusal('{"clusters":[{"size":2,"termChunk":["😀",1]}]}')).toBe('release.json:1:41: an item is a text in quotes');
  });
});

describe('the layout of the public tools', () => {
  test('sizes are inferred, the list around the terms is taken off, shared chunks with a common term are joined', () => {
    const { release, warnings } = parse(
      JSON.stringify({
        clusters: [
          { record_chunks: [[['a'], ['a', 'b'], ['a']], [['c']]], item_chunk: [['d', 'e']], shared_chunks: [['s'], ['s', 'u']] },
          { record_chunks: [['f'], ['f', 'g']], item_chunk: [], shared_chunks: [[['u']], [['v']]] },
          { record_chunks: [], item_chunk: ['h'], shared_chunks: [] },
        ],
      }),
    );
    expect(release).toEqual({
      clusters: [
        { size: 3, recordChunks: [[['a'], ['a', 'b'], ['a']], [['c']]], termChunk: ['d', 'e'] },
        { size: 2, recordChunks: [[['f'], ['f', 'g']]], termChunk: [] },
        { size: 1, recordChunks: [], termChunk: ['h'] },
      ],
      jointClusters: [
        { clusters: [0, 1], sharedChunks: [[['s'], ['s', 'u'], ['u']]] },
        { clusters: [1], sharedChunks: [[['v']]] },
      ],
      sizesInferred: true,
    });
    expect(warnings.map(({ message }) => message)).toEqual([
      'sizes are not stated: each cluster is taken to be as large as the most sub-records that one of its chunks shows',
      'clusters without a record chunk show no size: 1 were taken to be of one transaction',
    ]);
  });

  test('what the public layout says can be written in ours and read again', () => {
    const alone = parse('{"clusters":[{"record_chunks":[[["a"]]],"shared_chunks":[[["v"],["v"],["v"]]]}]}').release;
    expect(alone.clusters[0]?.size).toBe(3);
    expect(parse([...writeDisassociated(alone)].join('')).release).toEqual({ ...alone, sizesInferred: false });
  });

  test('parts of one cluster that have a term in common, and more sub-records than it has transactions, are refused', () => {
    expect(refusal('{"clusters":[{"size":2,"record_chunks":[],"shared_chunks":[[["v"],["v"]],[["v"],["w"]]]}]}')).toMatch(
      /:1:\d+: shared chunks with a term in common hold 4 sub-records over clusters of 2 transactions$/,
    );
  });

  test('a stated size is taken, and holds for its chunks', () => {
    expect(parse('{"clusters":[{"size":4,"record_chunks":[[["a"]]]}]}').release.sizesInferred).toBe(false);
    expect(refusal('{"clusters":[{"size":1,"record_chunks":[[["a"],["a"]]]}]}')).toMatch(
      /:41: 2 sub-records in a chunk over 1 transactions$/,
    );
  });
});
