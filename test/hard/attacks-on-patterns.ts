import type { PartReport } from '../../bench/rig/part.ts';
import { briefly, problemCode, send, type Answer } from '../../bench/rig/send.ts';
import { quantile, spread } from '../../bench/rig/statistics.ts';
import { flowText } from '../support/gateway.ts';

const callers = 20;
const seconds = Number(process.env.FLOWGATE_HARD_PATTERN_SECONDS ?? 10);
const maxMedian = 1_000;

// With a lookahead and nested repetition: no linear-time engine supports it, so it runs under a time limit.
const slowPattern = '^(?=(a+)+$)(a|aa|b)+$';
const slowValue = `${'a'.repeat(38)}!`;
// Needs the same engine, but no time.
const quickPattern = '^(?=.*[0-9])[a-z0-9]+$';

const withPattern = (id: string, pattern: string) =>
  flowText({ id })
    .replace("'^[A-Z]'", () => `'${pattern}'`)
    .replace('defaults: World\n    max_length: 40', 'required: false');

/** Twenty callers whose patterns use all the time they get, and one whose pattern needs none. */
export async function attackPatterns(url: string, report: PartReport): Promise<void> {
  for (const [id, pattern] of [
    ['slow', slowPattern],
    ['quick', quickPattern],
  ] as const) {
    const stored = await send(url, { method: 'POST', path: '/flows', body: withPattern(id, pattern) });
    report.check(`the flow with the ${id} pattern is stored`, stored.status !== 201 && briefly(stored));
  }
  const alone = await askForAWhile(url, 'harmless', 2);
  const end = Date.now() + seconds * 1_000;
  const slow: Answer[] = [];
  const attacking = Promise.all(
    Array.from({ length: callers }, async (_, index) => {
      while (Date.now() < end) slow.push(await validate(url, `slow-${index}`, 'slow', slowValue));
    }),
  );
  const beside = await askForAWhile(url, 'harmless', seconds);
  await attacking;
  tell('alone', alone, report);
  tell(`beside ${callers} slow ones`, beside, report);
  const codes = slow.map((answer) => `${answer.status} ${problemCode(answer) ?? ''}`.trim());
  report.figure(
    'slow patterns',
    [...new Set(codes)].map((code) => `${codes.filter((each) => each === code).length} times ${code}`).join(', '),
  );
  const wrong = slow.filter(
    ({ status, text }) => !(status === 200 && text.startsWith('{"valid":false')) && status !== 503 && status !== 429,
  );
  report.check(
    'a slow pattern returns a violation, or 503 while there are too many',
    wrong.length > 0 && briefly(wrong[0]!),
  );
  const unserved = beside.filter(({ status, text }) => status !== 200 || !text.startsWith('{"valid":true'));
  report.check(
    'the harmless caller is served at the same time',
    (beside.length === 0 || unserved.length > 0) &&
      `${unserved.length} of ${beside.length} are not: ${unserved[0] === undefined ? '' : briefly(unserved[0])}`,
  );
  const median = quantile(
    beside.map(({ milliseconds }) => milliseconds),
    0.5,
  );
  report.check('and soon', median > maxMedian && `it waits ${median.toFixed(0)} ms`);
}

async function askForAWhile(url: string, caller: string, duration: number): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const end = Date.now() + duration * 1_000; Date.now() < end;)
    answers.push(await validate(url, caller, 'quick', `abc${answers.length}`));
  return answers;
}

function validate(url: string, caller: string, flow: string, value: string): Promise<Answer> {
  return send(url, {
    method: 'POST',
    path: `/flows/examples/${flow}/validate-inputs`,
    body: { inputs: { user_name: value } },
    headers: { 'x-oidc-sub': caller },
  });
}

function tell(when: string, answers: readonly Answer[], report: PartReport): void {
  const times = answers.map(({ milliseconds }) => milliseconds);
  report.figure(`a harmless pattern ${when}`, `${times.length} answers, ${spread(times)}`);
}
