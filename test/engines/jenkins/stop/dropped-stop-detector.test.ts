import { expect, it } from 'vitest';
import type { BuildState } from '../../../../src/engines/jenkins/client/jenkins-gateway.ts';
import { readBuildDescription } from '../../../../src/engines/jenkins/jenkinsfile/build-description.ts';
import { DroppedStopDetector } from '../../../../src/engines/jenkins/stop/dropped-stop-detector.ts';

const record = { id: 'one', announcesStop: true };
const accepted = 'Flowgate execution one\naccepted\na SUCCESS 1 2';

/** The results for a build that is shown as stopped, with these lines after 0, 1.9, 2 and 10 seconds. */
function judged(
  execution: Parameters<DroppedStopDetector['isDropped']>[0],
  description: (seconds: number) => string,
  abortedBy: string | undefined = 'Aborted by Ada',
): readonly boolean[] {
  let seconds = 0;
  const detector = new DroppedStopDetector(() => new Date(seconds * 1000));
  return [0, 1.9, 2, 10].map((time) => {
    seconds = time;
    const text = description(time);
    const build: BuildState = {
      key: { job: { namespace: 'n', id: 'f' }, number: 1 },
      building: true,
      inProgress: true,
      result: undefined,
      startedAt: 0,
      duration: undefined,
      description: text,
      startedBy: undefined,
      abortedBy,
    };
    return detector.isDropped(execution, build, readBuildDescription(text)!);
  });
}

const goesOn = (seconds: number) => (seconds === 0 ? accepted : `${accepted}\nb RUNNING 3`);

it('knows a build that goes on with further tasks', () => {
  expect(judged(record, goesOn)).toEqual([false, false, true, true]);
});

it('goes on with one that was sentStop before', () => {
  const at = '2026-01-02T03:04:05.000Z';
  expect(judged({ ...record, sentStop: { force: 'stop', since: at, at, times: 1 } }, () => accepted)).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

it.each([
  ['a build that works on its last task', record, () => accepted],
  ['one that has seen the stop', record, (seconds: number) => `${goesOn(seconds)}\nstopping 4`],
  ['one that was not accepted', record, (seconds: number) => goesOn(seconds).replace('accepted', '')],
  ['one that would not tell', { id: 'one' }, goesOn],
] as const)('does not know %s', (_name, execution, description) => {
  expect(judged(execution, description)).toEqual([false, false, false, false]);
});

it('does not know one that nobody has stopped', () => {
  const detector = new DroppedStopDetector(() => new Date(0));
  const build: BuildState = {
    key: { job: { namespace: 'n', id: 'f' }, number: 1 },
    building: true,
    inProgress: true,
    result: undefined,
    startedAt: 0,
    duration: undefined,
    description: accepted,
    startedBy: undefined,
    abortedBy: undefined,
  };
  expect(detector.isDropped(record, build, readBuildDescription(accepted)!)).toBe(false);
});
