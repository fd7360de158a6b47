// A foundation model of Amazon Bedrock: what is sent, and what becomes of each answer and of each failure.
import type { Http2ServerResponse } from 'node:http2';
import { bedrockChat } from '../../shared/adapters/aws/bedrock-chat.ts';
import type { ChatAnswer } from '../../shared/ports/chat-model.ts';
import { BedrockServer, refused, said } from '../helpers/bedrock-server.ts';

const MODEL = 'amazon.nova-lite-v1:0';
const PROMPT = { system: 'Be brief.', user: 'Record: "finding"\nOptions:\nA: "secret"\nLetters:', order: [0] };
const server = new BedrockServer('strong', [['finding', 'secret']]);

beforeAll(async () => {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'X', AWS_SECRET_ACCESS_KEY: 'Y', AWS_REGION: 'eu-west-1' });
  await server.start();
});
afterAll(async () => {
  await server.stop();
});

async function answerTo(fault: (response: Http2ServerResponse) => void, timeout = 5_000): Promise<ChatAnswer> {
  server.faults.push(fault);
  return (await bedrockChat(MODEL, timeout)).ask(PROMPT);
}

test('the prompt goes to the model as a conversation of one turn, and the answer comes back with its tokens', async () => {
  const model = await bedrockChat(MODEL);
  expect(model).toMatchObject({ name: MODEL, host: 'bedrock.eu-west-1' });
  expect(await answerTo(said('A'))).toEqual({ kind: 'text', text: 'A', choices: null, tokens: { read: 100, written: 4 } });
  await model.ask(PROMPT);
  expect([...server.paths]).toEqual([`POST /model/${encodeURIComponent(MODEL)}/converse`]);
  expect(server.bodies.at(-1)).toEqual({
    system: [{ text: PROMPT.system }],
    messages: [{ role: 'user', content: [{ text: PROMPT.user }] }],
    inferenceConfig: { maxTokens: 256, temperature: 0 },
  });
});

test.each<[string, (response: Http2ServerResponse) => void, object]>([
  ['too many calls', refused(429, 'ThrottlingException'), { parkFor: 15_000, reason: 'ThrottlingException' }],
  ['a busy service', refused(503, 'ServiceUnavailableException'), { parkFor: 15_000 }],
  ['a model that is loading', refused(429, 'ModelNotReadyException'), { parkFor: 15_000 }],
  ['no right', refused(403, 'AccessDeniedException'), { final: true }],
  ['a model that is not there', refused(404, 'ResourceNotFoundException'), { final: true }],
  ['a request that the model refuses', refused(400, 'ValidationException'), { final: true }],
  ['a model that is late', refused(408, 'ModelTimeoutException'), { final: false }],
  ['a model that fails', refused(424, 'ModelErrorException'), { final: false }],
  ['an answer without text', said(null, 'content_filtered'), { final: true }],
  ['a novel', said('A '.repeat(20_000)), { final: true }],
  ['no JSON', (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('<html>'), {}],
  ['another shape', (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"output":"A"}'), {}],
  ['a dropped call', (response) => response.stream.close(8), {}],
])('%s is no answer, and nothing is thrown that quotes the prompt', async (_, fault, expected) => {
  const answer = await answerTo(fault);
  expect(answer).toMatchObject({ kind: 'unavailable', ...expected });
  expect(JSON.stringify(answer)).not.toMatch(/secret|finding|prompt/);
});

test('no answer in time is no answer', async () => {
  expect(await answerTo(() => undefined, 150)).toEqual({ kind: 'unavailable', reason: 'no answer in time' });
});
