import { expect, it } from 'vitest';
import { SecretMask } from '../../../../src/base/masking/secret-mask.ts';
import { BuildLog } from '../../../../src/engines/jenkins/builds/build-log.ts';
import type { LogRange } from '../../../../src/engines/jenkins/client/jenkins-gateway.ts';
import { cutLine, leftOutLine } from '../../../../src/language/execution-plan/log-limits.ts';

const build = { job: { namespace: 'examples', id: 'hello' }, number: 1 };
const maxBytes = 4000;
const [head, tail] = [3000, 1000];
const cut = cutLine(maxBytes, '; the build in Jenkins has all of it');
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`).join('');

/** A build whose log grows by a piece with each reply, or which replies with at most `maxReply` characters. */
function reader(
  pieces: readonly string[],
  { hasEnd = true, secrets = [] as readonly string[], maxReply = Infinity } = {},
): BuildLog {
  const whole = pieces.join('');
  let written = pieces.length > 1 ? 0 : 1;
  const log = async (_build: unknown, start: number): Promise<LogRange> => {
    if (start === 0 || start === pieces.slice(0, written).join('').length)
      written = Math.min(pieces.length, written + 1);
    const present = pieces.slice(0, written).join('');
    const text = present.slice(start);
    const truncated = text.length > maxReply;
    return { text: text.slice(0, maxReply), next: present.length, more: present.length < whole.length, truncated };
  };
  return new BuildLog({ gateway: { log }, build, mask: new SecretMask(secrets), maxBytes, hasEnd });
}

async function readAll(log: BuildLog): Promise<string> {
  let text = '';
  for (let calls = 0; !log.isComplete; calls++) {
    if (calls > 2000) throw new Error('the log does not end');
    text += await log.readOn();
  }
  return text;
}

it('reads a log up to the limit of its beginning as it is', async () => {
  const text = 'x'.repeat(head);
  expect(await readAll(reader([text]))).toBe(text);
  expect(await readAll(reader(['x'.repeat(head - 1), '', 'x']))).toBe(text);
});

const long = numbered(1000);
const middle = Array.from({ length: 100 }, (_, index) =>
  long.slice(index * 98, index === 99 ? undefined : (index + 1) * 98),
);

it.each([
  ['at once', [long], {}],
  ['as it grows', middle, {}],
  ['when Jenkins cuts its reply off', [long.repeat(100)], { maxReply: 600_000 }],
  [
    'when Jenkins cuts the reply off and the log still grows',
    [long.repeat(100), 'almost\n', 'Finished: FAILURE\n'],
    { maxReply: 600_000 },
  ],
])('keeps the beginning and the last lines of a long log, read %s', async (_, pieces, options) => {
  const text = await readAll(reader(pieces, options));
  const whole = pieces.join('');
  const [shown = '', end = ''] = text.split(cut);
  expect(shown).toBe(whole.slice(0, head));
  expect(end.startsWith(`${leftOutLine}line `)).toBe(true);
  const lines = end.slice(leftOutLine.length);
  expect(whole.endsWith(`\n${lines}`)).toBe(true);
  expect(lines.length).toBeGreaterThan(tail - 20);
  expect(lines.length).toBeLessThanOrEqual(tail);
});

it('leaves nothing out of a log that is a little longer than its beginning', async () => {
  const text = numbered(400).slice(0, head + 500);
  expect(await readAll(reader([text]))).toBe(`${text.slice(0, head)}${cut}${text.slice(head)}`);
});

it('ends after the beginning for those who follow a build, with the same text', async () => {
  const followed = await readAll(reader(middle, { hasEnd: false }));
  expect(followed).toBe(`${long.slice(0, head)}${cut}`);
  expect((await readAll(reader([long]))).startsWith(followed)).toBe(true);
});

it('cuts no character', async () => {
  const text = await readAll(reader(['ü'.repeat(head)], { hasEnd: false }));
  expect(text).toBe(`${'ü'.repeat(head / 2)}${cut}`);
  const odd = await readAll(reader([`x${'ü'.repeat(head)}`], { hasEnd: false }));
  expect(odd).toBe(`x${'ü'.repeat(head / 2 - 1)}${cut}`);
});

it.each([
  ['at once', Infinity],
  ['when Jenkins cuts its reply off', 300_000],
])('shows no part of a secret where it cuts, read %s', async (_, maxReply) => {
  const secret = 'hunter2-with-a-long-tail-that-is-cut';
  for (let offset = 0; offset <= secret.length; offset++) {
    const first = 'x'.repeat(head - offset);
    const text = `${first}${secret}\n${'y'.repeat(500_000)}${secret}${'z'.repeat(offset + 1)}\n${numbered(200)}`;
    const shown = await readAll(reader([text], { maxReply, secrets: [secret] }));
    expect(shown).not.toMatch(/hunter|-tail-|is-cut|long/);
  }
});

const branches = Array.from({ length: 400 }, (_, index) =>
  index < 2 ? `[fg ${index}] task all[key ${index}]/t\n` : `[fg ${index % 2}] line ${index}\n`,
).join('');

it.each([5, 50, 977])('a log of branches has the same text for all readers, in replies of %d bytes', async (size) => {
  const pieces = branches.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  const text = await readAll(reader(pieces));
  expect(text).toBe(await readAll(reader([branches])));
  const [shown = '', end = ''] = text.split(cut);
  // Headings count, so that many of them do not make a log longer than its maximum.
  expect(shown.length).toBeGreaterThan(head - 100);
  expect(shown.length).toBeLessThan(head + 100);
  expect(end).toMatch(
    /^\[Flowgate: a part was left out here\]\n(?:\[Flowgate\] task all\[key [01]\]\/t\n|line \d+\n)+$/,
  );
  expect(await readAll(reader(pieces, { hasEnd: false }))).toBe(`${shown}${cut}`);
});

it('the end of a log of branches whose middle was not read has headings too', async () => {
  const text = await readAll(
    reader([`${branches}${branches.split('\n').slice(2).join('\n').repeat(200)}`], { maxReply: 600_000 }),
  );
  expect(text.slice(text.indexOf(leftOutLine))).toMatch(
    /\[Flowgate\] task all\[key 0\]\/t\nline \d+\n\[Flowgate\] task/,
  );
});
