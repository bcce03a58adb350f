import { describe, expect, it } from 'vitest';
import type { StopForce } from '../../../src/engine/jenkins/jenkins-gateway.ts';
import { nextStopForce, type StopProgress } from '../../../src/execution/stop/stop-escalation.ts';

const start = Date.parse('2026-01-02T03:04:05.000Z');
const at = (seconds: number) => new Date(start + seconds * 1000);
const text = (seconds: number) => at(seconds).toISOString();
const stop = { by: 'ada', at: text(0) };

/** What is sent to a build that does not react, `stop 0`, looked at twice a second. */
function sent(
  execution: StopProgress,
  { seconds, seen, from = 0 }: { readonly seconds: number; readonly seen?: number; readonly from?: number },
): readonly string[] {
  const calls: string[] = [];
  let { pressed } = execution;
  for (let second = from; second <= seconds; second += 0.5) {
    const stoppingAt = seen !== undefined && second >= seen ? text(seen) : undefined;
    const force: StopForce | undefined = nextStopForce({ ...execution, pressed, stoppingAt }, at(second));
    if (force === undefined) continue;
    pressed =
      pressed?.force === force
        ? { ...pressed, at: text(second), times: pressed.times + 1 }
        : { force, since: text(second), at: text(second), times: 1 };
    calls.push(`${force} ${second}`);
  }
  return calls;
}

const everySecond = Array.from({ length: 15 }, (_, second) => `stop ${second}`);

describe('a build that is to stop', () => {
  it('is sent a stop each second until it has seen one, then harder calls', () => {
    expect(sent({ stop, announcesStop: true }, { seconds: 130 })).toEqual([
      ...everySecond,
      'term 15',
      'term 30',
      'term 45',
      'kill 60',
      'kill 120',
    ]);
  });

  it('is left alone from then on, until its final tasks have had their time', () => {
    expect(sent({ stop, announcesStop: true }, { seconds: 800, seen: 2 })).toEqual([
      'stop 0',
      'stop 1',
      'term 662',
      'kill 722',
      'kill 782',
    ]);
  });

  it('is not sent more because it saw the stop late', () => {
    expect(sent({ stop, announcesStop: true }, { seconds: 600, seen: 17 })).toEqual([...everySecond, 'term 15']);
  });

  it('is treated alike when Flowgate gives it up', () => {
    expect(sent({ abandoned: { reason: '', at: text(0) }, announcesStop: true }, { seconds: 16 })).toEqual([
      ...everySecond,
      'term 15',
    ]);
  });

  it('is not killed when it was stopped in Jenkins', () => {
    expect(sent({ announcesStop: true }, { seconds: 200 })).toEqual(everySecond);
  });

  it.each([false, undefined])('is sent one stop alone when it does not tell what it has seen (%s)', (announcesStop) => {
    expect(sent({ stop, announcesStop }, { seconds: 800 })).toEqual(['stop 0', 'term 660', 'kill 720', 'kill 780']);
  });
});

describe('whoever goes on with it', () => {
  it('begins where another one was', () => {
    const pressed = { force: 'stop', since: text(0), at: text(4), times: 5 } as const;
    expect(sent({ stop, announcesStop: true, pressed }, { from: 4.5, seconds: 20 })).toEqual([
      ...everySecond.slice(5),
      'term 15',
    ]);
  });

  it('kills nothing that was not sent the calls before', () => {
    const pressed = { force: 'stop', since: text(0), at: text(0), times: 1 } as const;
    expect(sent({ stop, announcesStop: true, pressed }, { from: 300, seconds: 350 })).toEqual([
      'term 300',
      'term 315',
      'term 330',
      'kill 345',
    ]);
  });
});
