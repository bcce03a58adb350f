import { expect, it } from 'vitest';
import { SecretMask } from '../../../../src/base/masking/secret-mask.ts';
import { ExecutionLog } from '../../../../src/engines/local/shell/execution-log.ts';
import { cutLine, leftOutLine } from '../../../../src/language/execution-plan/log-limits.ts';

const maxBytes = 4000;
const head = 3000;
const cut = cutLine(maxBytes);

function started() {
  const logged: { text: string; path: string | undefined }[] = [];
  const report = {
    task: () => undefined,
    log: (text: string, path: string | undefined) => void logged.push({ text, path }),
  };
  const log = new ExecutionLog({ report, mask: new SecretMask([]), maxBytes });
  return { log, logged, text: () => logged.map((part) => part.text).join('') };
}

it('keeps a log that is as long as its beginning as it is', async () => {
  const { log, text } = started();
  for (let count = 0; count < head; count += 10) await log.write('123456789\n', 'task');
  await log.end();
  expect(text()).toBe('123456789\n'.repeat(head / 10));
});

it('keeps the beginning and the last lines, each with its task', async () => {
  const { log, logged, text } = started();
  for (let number = 0; number < 1000; number++) await log.write(`line ${number}\n`, number < 950 ? 'build' : 'test');
  expect(text().endsWith(cut)).toBe(true);
  const before = text();
  await log.end();
  expect(text().startsWith(`${before}${leftOutLine}line `)).toBe(true);
  expect(text().endsWith('line 998\nline 999\n')).toBe(true);
  const end = text().slice(before.length + leftOutLine.length);
  expect(end.length).toBeGreaterThan(980);
  expect(end.length).toBeLessThanOrEqual(1000);
  const ofTest = logged.filter(({ path }) => path === 'test').map((part) => part.text);
  expect(ofTest.join('')).toBe(Array.from({ length: 50 }, (_, index) => `line ${950 + index}\n`).join(''));
});

it('leaves nothing out of a log that is a little longer', async () => {
  const { log, text } = started();
  await log.write(`${'x'.repeat(head)}y\nz\n`, 'task');
  await log.end();
  expect(text()).toBe(`${'x'.repeat(head)}${cut}y\nz\n`);
});

it('keeps the end of one long text, and cuts no character', async () => {
  const { log, text } = started();
  await log.write(`x${'ü'.repeat(head)}\n${'ä'.repeat(400)}\n`, 'task');
  await log.end();
  expect(text()).toBe(`x${'ü'.repeat(head / 2 - 1)}${cut}${leftOutLine}${'ä'.repeat(400)}\n`);
});

it('ends all lines with LF, also those whose end arrives in two chunks, and keeps a carriage return alone', async () => {
  const { log, text } = started();
  const stream = log.stream('task', { isConcurrent: false });
  for (const chunk of ['one\r\ntwo\r', '\nthree\r', 'four\r', '\r', '\n', 'five\r'])
    await stream.push(Buffer.from(chunk));
  await stream.end();
  await log.write('six\r\n', undefined);
  expect(text()).toBe('one\ntwo\nthree\rfour\r\nfive\rsix\n');
});
