import { describe, expect, it } from 'vitest';
import type { StopForce } from '../../../../src/engines/jenkins/client/jenkins-gateway.ts';
import { nextStop, type StopProgress } from '../../../../src/engines/jenkins/stop/next-stop.ts';

const start = Date.parse('2026-01-02T03:04:05.000Z');
const at = (seconds: number) => new Date(start + seconds * 1000);
const text = (seconds: number) => at(seconds).toISOString();
const stop = { by: 'ada', at: text(0) };

/** What is sent to a build that does not react, such as `stop 0`, checked twice a second. */
function sent(
  execution: StopProgress,
  { seconds, seen, from = 0 }: { readonly seconds: number; readonly seen?: number; readonly from?: number },
): readonly string[] {
  const calls: string[] = [];
  let { sentStop } = execution;
  for (let second = from; second <= seconds; second += 0.5) {
    const stoppingAt = seen !== undefined && second >= seen ? text(seen) : undefined;
    const force: StopForce | undefined = nextStop({ ...execution, sentStop, stoppingAt }, at(second));
    if (force === undefined) continue;
    sentStop =
      sentStop?.force === force
        ? { ...sentStop, at: text(second), times: sentStop.times + 1 }
        : { force, since: text(second), at: text(second), times: 1 };
    calls.push(`${force} ${second}`);
  }
  return calls;
}

const everySecond = Array.from({ length: 15 }, (_, second) => `stop ${second}`);

describe('a build that must stop', () => {
  it('is sent a stop each second until it has seen one, then stronger ones', () => {
    expect(sent({ stop, announcesStop: true }, { seconds: 130 })).toEqual([
      ...everySecond,
      'term 15',
      'term 30',
      'term 45',
      'kill 60',
      'kill 120',
    ]);
  });

  it('is left alone from then on, until the time limit of its final tasks', () => {
    expect(sent({ stop, announcesStop: true }, { seconds: 800, seen: 2 })).toEqual([
      'stop 0',
      'stop 1',
      'term 662',
      'kill 722',
      'kill 782',
    ]);
  });

  it('is not sent more if it saw the stop late', () => {
    expect(sent({ stop, announcesStop: true }, { seconds: 600, seen: 17 })).toEqual([...everySecond, 'term 15']);
  });

  it('is treated the same way if Flowgate gives it up', () => {
    expect(sent({ abandoned: { reason: '', at: text(0) }, announcesStop: true }, { seconds: 16 })).toEqual([
      ...everySecond,
      'term 15',
    ]);
  });

  it('is not killed if it was stopped in Jenkins', () => {
    expect(sent({ announcesStop: true }, { seconds: 200 })).toEqual(everySecond);
  });

  it.each([false, undefined])('is sent only one stop if it does not announce stops (%s)', (announcesStop) => {
    expect(sent({ stop, announcesStop }, { seconds: 800 })).toEqual(['stop 0', 'term 660', 'kill 720', 'kill 780']);
  });
});

describe('another process that continues', () => {
  it('begins where the previous one ended', () => {
    const sentStop = { force: 'stop', since: text(0), at: text(4), times: 5 } as const;
    expect(sent({ stop, announcesStop: true, sentStop }, { from: 4.5, seconds: 20 })).toEqual([
      ...everySecond.slice(5),
      'term 15',
    ]);
  });

  it('kills nothing that was not sent the weaker stops', () => {
    const sentStop = { force: 'stop', since: text(0), at: text(0), times: 1 } as const;
    expect(sent({ stop, announcesStop: true, sentStop }, { from: 300, seconds: 350 })).toEqual([
      'term 300',
      'term 315',
      'term 330',
      'kill 345',
    ]);
  });
});
