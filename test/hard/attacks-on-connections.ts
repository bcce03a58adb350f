import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PartReport } from '../../bench/rig/part.ts';
import { send } from '../../bench/rig/send.ts';
import { quantile } from '../../bench/rig/statistics.ts';

const connections = 200;
/** Headers must arrive within 20 seconds; the rest allows for the interval of the check. */
const maxSeconds = 30;

/** Clients that send a byte of their headers now and then, and never finish. */
export async function attackConnections(url: string, report: PartReport): Promise<void> {
  const slow = Array.from({ length: connections }, () => slowClient(url));
  await sleep(1_000);
  const times: number[] = [];
  for (let index = 0; index < 50; index++)
    times.push((await send(url, { path: '/flows?limit=1', timeout: 10_000 })).milliseconds);
  report.figure(
    `a list beside ${connections} slow headers`,
    `median ${quantile(times, 0.5).toFixed(1)} ms, longest ${quantile(times, 1).toFixed(0)} ms`,
  );
  const ends = await Promise.all(slow);
  const lasted = quantile(
    ends.map(({ seconds }) => seconds),
    1,
  );
  report.figure(
    'slow headers',
    `closed after ${lasted.toFixed(0)} s at most, with ${[...new Set(ends.map(({ answer }) => answer))].join(', ')}`,
  );
  report.check(
    `slow headers are cut off within ${maxSeconds} s`,
    lasted > maxSeconds && `after ${lasted.toFixed(0)} s`,
  );
  const unanswered = ends.filter(({ answer }) => answer !== '408');
  report.check(
    'and answered with 408',
    unanswered.length > 0 && `${unanswered.length} are not, but ${unanswered[0]?.answer}`,
  );
}

function slowClient(url: string): Promise<{ readonly seconds: number; readonly answer: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const start = performance.now();
    let answer = '';
    let dripping: NodeJS.Timeout | undefined;
    const socket = connect(Number(port), hostname, () => {
      socket.write('GET /flows HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
      // Not before: what is written to a socket that still connects is sent first, and would be part of the method.
      dripping = setInterval(() => socket.write('a'), 500);
    });
    const giveUp = setTimeout(() => socket.destroy(), 2 * maxSeconds * 1_000);
    socket
      .setEncoding('utf8')
      .on('data', (text: string) => (answer += text))
      .on('error', () => undefined)
      .on('close', () => {
        clearInterval(dripping);
        clearTimeout(giveUp);
        resolve({
          seconds: (performance.now() - start) / 1_000,
          answer: /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'nothing',
        });
      });
  });
}
