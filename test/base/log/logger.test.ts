import { describe, expect, it } from 'vitest';
import { createLogger, logFatal, type LoggerOptions } from '../../../src/base/log/logger.ts';
import { prettyLines } from '../../../src/base/log/pretty-lines.ts';
import type { RequestRecord } from '../../../src/base/log/request-record.ts';
import { formatToken, newTokenText } from '../../../src/store/tokens/token-text.ts';

function logged(options: Partial<LoggerOptions> = {}) {
  const lines: string[] = [];
  return { lines, logger: createLogger({ level: 'info', secrets: [], write: (line) => lines.push(line), ...options }) };
}

const request: RequestRecord = {
  req: { id: 'r1', method: 'GET', url: '/flows?q=a' },
  res: { statusCode: 200 },
  responseTime: 3,
  actor: 'ada',
};

describe('a line', () => {
  it('is a JSON object for any record', () => {
    const { lines, logger } = logged();
    logger.info({ url: '/\u001b[31m"\n' }, 'two\nlines');
    expect(lines).toEqual([expect.stringMatching(/^[^\n]*\n$/)]);
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 30, url: '/\u001b[31m"\n', msg: 'two\nlines' });
  });

  it('masks API tokens', () => {
    const { lines, logger } = logged();
    const token = formatToken(newTokenText());
    logger.info({ url: `/flows/${token}` }, `was "${token}"`);
    expect(lines[0]).not.toContain(token.slice(17));
    expect(JSON.parse(lines[0]!)).toMatchObject({ url: expect.stringMatching(/^\/flows\/fgt_\w{12}_\*{4}$/) });
  });

  it.each(['hunter22', 'pass"word', 'two words', '2026', '30'.repeat(2), ':30,'])(
    'masks the secret %s, and stays JSON',
    (secret) => {
      const { lines, logger } = logged({ secrets: [secret] });
      const error = new Error(`cannot connect to redis://:${encodeURIComponent(secret)}@redis`, {
        cause: new Error(secret),
      });
      logger.error({ err: error, number: 2026, nested: [{ value: `is ${secret}` }] }, `the ${secret}`);
      const { time, ...record } = JSON.parse(lines[0]!) as Record<string, unknown>;
      expect(record).toMatchObject({ level: 50, number: 2026, nested: [{ value: 'is ****' }], msg: 'the ****' });
      for (const form of [secret, encodeURIComponent(secret)])
        expect(JSON.stringify({ ...record, number: 0, level: 0 })).not.toContain(JSON.stringify(form).slice(1, -1));
      expect(time).toBeTypeOf('string');
    },
  );

  it('contains the message and stack of an error, but no fields that a library has attached', () => {
    const { lines, logger } = logged();
    const reply = Object.assign(new Error('WRONGTYPE'), {
      command: { name: 'set', args: ['key', 'hunter22'] },
      code: 'EREPLY',
      config: { headers: { authorization: 'hunter22' } },
    });
    logger.error({ err: new Error('outer', { cause: reply }) }, 'failed');
    logger.error({ err: reply }, 'failed');
    expect(lines.join('')).not.toContain('hunter22');
    expect(JSON.parse(lines[0]!).err).toMatchObject({
      type: 'Error',
      message: 'outer',
      stack: expect.stringContaining('logger.test.ts'),
      cause: { message: 'WRONGTYPE', code: 'EREPLY' },
    });
  });
});

describe('the end of the process', () => {
  it('is logged at every level: operator errors with their message, defects with their stack', () => {
    const { lines, logger } = logged({ level: 'silent' });
    logFatal(logger, Object.assign(new Error('Port 1 is already in use'), { name: 'ListenError' }));
    logFatal(logger, new Error('a defect'));
    logFatal(logger, 'no error');
    const [operators, defect, other] = lines.map((line) => JSON.parse(line));
    expect(operators).toMatchObject({ level: 60, msg: 'Port 1 is already in use' });
    expect(operators).not.toHaveProperty('err');
    expect(defect).toMatchObject({ level: 60, err: { stack: expect.stringContaining('a defect') } });
    expect(other).toMatchObject({ level: 60, err: 'no error' });
  });
});

describe('for people', () => {
  const pretty = prettyLines({ colors: false });

  it('a request is one line', () => {
    const { lines, logger } = logged({ pretty });
    logger.info(request, 'answered');
    logger.info({ ...request, actor: undefined }, 'closed by the client');
    logger.error({ ...request, res: { statusCode: 500 }, err: new Error('broken') }, 'failed');
    expect(lines[0]).toMatch(/^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: GET \/flows\?q=a 200 in 3 ms by ada\n$/);
    expect(lines[1]).toMatch(/INFO: GET \/flows\?q=a 200 in 3 ms, closed by the client\n$/);
    expect(lines[2]).toMatch(
      /ERROR: GET \/flows\?q=a 500 in 3 ms by ada, failed \(request r1\)\n[^]*Error: broken\n[^]*logger\.test\.ts/,
    );
  });

  it('other records show their fields, and control characters are escaped', () => {
    const { lines, logger } = logged({ pretty, secrets: ['hunter22'] });
    logger.warn({ reason: 'esc \u001b[2J', err: new Error('\u001b]0;title\u0007') }, 'two\nlines \u009b hunter22');
    expect(lines[0]).toMatch(/WARN: two\n\s*lines \\u009b \*\*\*\*\n[^]*reason: "esc \\+u001b\[2J"/);
    // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
    expect(lines[0]).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  });
});
