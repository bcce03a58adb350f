import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smallAnswer } from '../../../src/base/answers/answer-limits.ts';
import { fetchAnswer, limitedFetch, type AnswerRequest } from '../../../src/base/answers/fetch-answer.ts';
import { parseAnswer } from '../../../src/base/answers/parse-answer.ts';
import { hostileAnswers } from '../../support/hostile-answers.ts';
import { listen, urlOf } from '../../support/listening-server.ts';

const limits = { of: 'Vault', ...smallAnswer };
async function fetchJson(at: string, request: AnswerRequest) {
  const { status, body } = await fetchAnswer(at, request, limits);
  return { status, json: body.length === 0 ? undefined : await parseAnswer(body, limits) };
}

let answer: (response: ServerResponse) => unknown;
let asked: { readonly path: string; readonly encoding: unknown; readonly token: unknown }[] = [];
let url: string;
let stop: () => void;
beforeAll(async () => {
  const server = await listen((request, response) => {
    asked.push({
      path: request.url ?? '',
      encoding: request.headers['accept-encoding'],
      token: request.headers['x-token'],
    });
    void answer(response);
  });
  url = urlOf(server);
  stop = () => void (server.closeAllConnections(), server.close());
});
afterAll(() => stop());

it('reads JSON', async () => {
  answer = (response) => response.end('{"data": [1, "two"]}');
  expect(await fetchJson(url, { timeout: 5_000 })).toEqual({ status: 200, json: { data: [1, 'two'] } });
});

it('asks for an answer that is not compressed, and follows no redirect', async () => {
  asked = [];
  answer = (response) => response.writeHead(307, { location: `${url}/elsewhere` }).end();
  expect(await fetchJson(`${url}/a`, { timeout: 5_000, headers: { 'x-token': 'horse' } })).toEqual({
    status: 307,
    json: undefined,
  });
  expect(asked).toEqual([{ path: '/a', encoding: 'identity', token: 'horse' }]);
});

it.each([
  ['90 MB', /^the answer of Vault is larger than 2 MiB, the limit$/],
  ['90 MB that are announced', /larger than 2 MiB/],
  ['10 MB of [', /larger than 2 MiB/],
  ['1 MB of [', /^the answer of Vault is nested more than 32 levels deep, the limit$/],
  ['a million keys', /larger than 2 MiB/],
  ['200,000 keys in 2 MB', /^the answer of Vault contains more than 10000 values, the limit$/],
  ['a gzip that becomes 1 GB', /larger than 2 MiB/],
  ['no end', /larger than 2 MiB/],
])('rejects %s', async (name, message) => {
  answer = (response) => hostileAnswers.find((each) => each.name === name)?.send(response);
  await expect(fetchJson(url, { timeout: 20_000 })).rejects.toThrow(message);
  await expect(limitedFetch(limits, 20_000)(url)).rejects.toThrow(message);
});

it('ends an answer of a byte now and then', async () => {
  answer = (response) => hostileAnswers.find(({ name }) => name === 'a byte now and then')?.send(response);
  const error = expect.objectContaining({ name: 'TimeoutError' });
  await expect(fetchAnswer(url, { timeout: 300 }, limits)).rejects.toEqual(error);
  const signal = AbortSignal.timeout(200);
  await expect(fetchAnswer(url, { timeout: 60_000, signal }, limits)).rejects.toEqual(error);
});

it('rejects what is not JSON', async () => {
  for (const text of ['<html>', '{"a": ', '[1,]', ' ']) {
    answer = (response) => response.end(text);
    await expect(fetchJson(url, { timeout: 5_000 })).rejects.toThrow('the answer of Vault is not JSON');
  }
});
