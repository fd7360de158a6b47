// A line that is one JSON object: keys that are not known, or stand twice, are found however they are written.
import { Fault } from '../../shared/core/format/fault.ts';
import { jsonRecord } from '../../shared/core/format/json-record.ts';

const KEYS = new Set(['user', 'queries', 'x']);
const read = (line: string) => jsonRecord(line, KEYS, 'wanted');

test.each([
  '{}',
  '{"user":"p","x":1.5}',
  '{ "user" : "a \\"quoted\\" name" , "queries" : [["a","b"],[],["c\\\\"]] }',
  '{"user":"user","x":"x"}',
  '{"queries":[[null,true,{"x":"y"}]],"x":null}',
])('%s is read', (line) => {
  expect(read(line)).toEqual(JSON.parse(line));
});

test.each([
  ['{"user":"p","user":"q"}', 'a key for the second time in one object', 12],
  ['{"user":"p","us\\u0065r":"q"}', 'a key for the second time in one object', 12],
  ['{"x":1,"x":1}', 'a key for the second time in one object', 7],
  ['{"x":"","queries":[],"x":2}', 'a key for the second time in one object', 21],
  ['{"queries":[[{"a":1,"a":1}]]}', 'a key for the second time in one object', 20],
  ['{"user":"p","name":"q"}', 'an unknown key; wanted', 12],
  ['{"\\u0075ser":"p","name":"q"}', 'an unknown key; wanted', 17],
  ['{"x":1,"__proto__":2}', 'an unknown key; wanted', 7],
  ['["user"]', 'wanted', 0],
  ['null', 'wanted', 0],
] as const)('%s is refused, with its place', (line, message, offset) => {
  const refused = (): unknown => {
    try {
      return read(line);
    } catch (error) {
      return error instanceof Fault ? { message: error.message, offset: error.offset } : error;
    }
  };
  expect(refused()).toEqual({ message, offset });
});
