import { describe, expect, it } from 'vitest';
import {
  announcesStop,
  readBuildDescription,
} from '../../../../../src/engines/jenkins/jenkinsfile/build-description.ts';
import type { MiniBuild, MiniBuildRequest } from '../../../../support/mini-jenkins.ts';
import { log, shell, startMiniJenkins, subflow, textFor } from './mini-build.ts';

const { jenkins } = startMiniJenkins();

/** Runs a flow as Flowgate starts it; the parsed description of the build at each moment. */
async function readAll(body: string, request: MiniBuildRequest = {}, others: readonly string[] = []) {
  const parameters = { FLOWGATE_EXECUTION_ID: 'e1', ...request.parameters };
  const text = textFor(body, { parameters }, others);
  const build: MiniBuild = await jenkins.run(text, { ...request, parameters });
  const read = build.descriptions.map(readBuildDescription);
  return { text, build, read, last: read.at(-1) };
}

const milliseconds = (time: string | undefined): number => Date.parse(time ?? '');

describe('what a build writes into its description is read', () => {
  it('as its execution, its decision and the progress of its tasks', async () => {
    const { read, last, build } = await readAll(`tasks:
  - {id: good, ${log}, message: ran}
  - {id: skipped, ${log}, run_if: "1 > 2", message: never}
  - {id: bad, ${shell}, commands: [exit 1]}
`);
    expect(build.result).toBe('FAILURE');
    expect(read[0]).toMatchObject({ executionId: 'e1', decision: 'undecided', tasks: [] });
    expect(read[1]).toMatchObject({ decision: 'accepted', tasks: [{ path: 'good', state: 'RUNNING' }] });
    expect(last).toMatchObject({ executionId: 'e1', decision: 'accepted', stoppingAt: undefined });
    expect(last?.tasks.map(({ path, state }) => [path, state])).toEqual([
      ['good', 'SUCCESS'],
      ['skipped', 'SKIPPED'],
      ['bad', 'FAILED'],
    ]);
    for (const { startedAt, endedAt } of last?.tasks ?? [])
      expect(milliseconds(endedAt)).toBeGreaterThanOrEqual(milliseconds(startedAt));
  });

  it('as that of a build started by hand', async () => {
    const { last } = await readAll(`tasks:\n  - {id: one, ${log}, message: ran}\n`, {
      parameters: { FLOWGATE_EXECUTION_ID: '' },
    });
    expect(last).toMatchObject({ executionId: undefined, decision: 'accepted', tasks: [{ state: 'SUCCESS' }] });
  });

  it.each([
    ['wrong revision', { parameters: { FLOWGATE_DIGEST: 'of another script' } }],
    ['duplicate', { previousBuilds: ['Flowgate execution e1\naccepted'] }],
  ] as const)('as that of a build that may not run: %s', async (decision, request) => {
    const { last, build } = await readAll(`tasks:\n  - {id: one, ${log}, message: ran}\n`, request);
    expect(build.result).toBe('NOT_BUILT');
    expect(last).toMatchObject({ executionId: 'e1', decision, tasks: [] });
  });

  it('as the time of a stop, before the final tasks', async () => {
    const body = `tasks:
  - {id: long, ${shell}, commands: [sleep 60]}
finally:
  - {id: clean, ${log}, message: cleaned}
`;
    const { text, read, last } = await readAll(body, { abortAfter: 1_000 });
    expect(announcesStop(text)).toBe(true);
    const first = read.find((description) => description?.stoppingAt !== undefined);
    expect(first?.tasks).toMatchObject([{ path: 'long', state: 'KILLED' }]);
    expect(last?.stoppingAt).toBe(first?.stoppingAt);
    expect(last?.tasks).toMatchObject([{}, { path: 'clean', state: 'SUCCESS' }]);
  });

  it('as the time of the final tasks of a called flow, while they run', async () => {
    const child = `id: child
namespace: tests
description: Called by another flow.
tasks:
  - {id: work, ${log}, message: works}
finally:
  - {id: tidy, ${log}, message: tidies}
`;
    const body = `tasks:\n  - {id: call, ${subflow}, namespace: tests, flowId: child}\n`;
    const { read, last } = await readAll(body, {}, [child]);
    const ending = read.filter((description) => description?.finalTasksSince !== undefined);
    expect(ending.at(-1)?.tasks).toMatchObject([{}, {}, { path: 'call/tidy', state: 'RUNNING' }]);
    expect(last).toMatchObject({ finalTasksSince: undefined, stoppingAt: undefined });
    expect(last?.tasks.map(({ path, state }) => `${path} ${state}`)).toEqual([
      'call SUCCESS',
      'call/work SUCCESS',
      'call/tidy SUCCESS',
    ]);
  });
});
