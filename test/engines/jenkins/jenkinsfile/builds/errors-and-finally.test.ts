import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { byFlowgate, log, shell, stagesOf, startMiniJenkins, subflow } from './mini-build.ts';

const { run } = startMiniJenkins();

describe('errors and finally', () => {
  it('neither retries nor tolerates an abort, and runs the final tasks', async () => {
    const body = `tasks:
  - id: long
    ${shell}
    allow_failure: true
    retry: {max_attempt: 3, interval: 0.1s}
    commands: ['echo x >> tries', 'sleep 62; echo went on']
  - {id: after, ${log}, message: never}
errors:
  - {id: rollback, ${log}, message: not after an abort}
finally:
  - {id: clean, ${shell}, commands: [echo cleaned]}
  - {id: report, ${log}, message: reported}
`;
    const build = await run(body, { abortAfter: 1500 });
    expect(build.error).toBeNull();
    expect(build.result).toBe('ABORTED');
    expect(stagesOf(build)).toEqual({ long: 'ABORTED', clean: 'SUCCESS', report: 'SUCCESS' });
    expect(readFileSync(join(build.workspace, 'tries'), 'utf8')).toBe('x\n');
  });

  it('runs the final tasks even if an error task is aborted', async () => {
    const body = `tasks:
  - {id: fails, ${shell}, commands: [exit 4]}
errors:
  - {id: long, ${shell}, commands: [sleep 64]}
  - {id: never, ${log}, message: never}
finally:
  - {id: end, ${log}, message: the end}
`;
    const build = await run(body, { abortAfter: 1500 });
    expect(build.result).toBe('ABORTED');
    expect(stagesOf(build)).toEqual({ fails: 'FAILURE', long: 'ABORTED', end: 'SUCCESS' });
  });

  it.for([
    { when: 'a repeated stop arrives while the first one is noted', abortAfter: 500, stopsAt: ['settleStop'] },
    { when: 'a stop arrives as the last task ends', stopsAt: ['runFinalTasks'] },
    { when: 'stops arrive just before the first of them', stopsAt: ['runLast', 'settleStop'] },
  ])('runs the final tasks if $when', async ({ abortAfter, stopsAt }) => {
    const body = `tasks:
  - {id: work, ${shell}, commands: [${abortAfter === undefined ? 'echo works' : 'sleep 66'}]}
finally:
  - {id: clean, ${shell}, commands: [echo cleaned]}
  - {id: report, ${log}, message: reported}
`;
    const build = await run(body, { parameters: byFlowgate({}), abortAfter, stopsAt });
    expect(build.error).toBeNull();
    expect(build.result).toBe('ABORTED');
    expect(stagesOf(build)).toMatchObject({ clean: 'SUCCESS', report: 'SUCCESS' });
  });

  it('runs the final tasks if a stop arrives before the first error task', async () => {
    const body = `tasks:
  - {id: fails, ${shell}, commands: [exit 4]}
errors:
  - {id: never, ${log}, message: never}
finally:
  - {id: end, ${log}, message: the end}
`;
    const build = await run(body, { parameters: byFlowgate({}), stopsAt: ['runLast'] });
    expect(build.result).toBe('ABORTED');
    expect(stagesOf(build)).toEqual({ fails: 'FAILURE', end: 'SUCCESS' });
  });

  it('treats a timeout of the flow as a failure, whatever its tasks tolerate', async () => {
    const body = `timeout: 1s
tasks:
  - {id: slow, ${shell}, timeout: 1h, allow_failure: true, retry: {max_attempt: 3, interval: 9s}, commands: [echo x >> tries; sleep 65]}
  - {id: never, ${log}, allow_failure: true, message: never}
errors:
  - {id: first, ${log}, message: first}
finally:
  - {id: end, ${log}, message: the end}
`;
    const build = await run(body);
    expect(build.error).toContain("Flow tested timed out: the flow's limit of 1 s was reached");
    expect(stagesOf(build)).toEqual({ slow: 'FAILURE', first: 'SUCCESS', end: 'SUCCESS' });
    expect(readFileSync(join(build.workspace, 'tries'), 'utf8')).toBe('x\n');
  });

  it('runs all error tasks after a failure, and keeps the result of the flow', async () => {
    const body = `tasks:
  - {id: fails, ${shell}, commands: [exit 4]}
  - {id: never, ${log}, message: never}
errors:
  - {id: first, ${shell}, commands: [exit 1]}
  - {id: second, ${log}, message: still here}
finally:
  - {id: last, ${shell}, commands: [exit 1]}
  - {id: end, ${log}, message: the end}
`;
    const build = await run(body);
    expect(build.result).toBe('FAILURE');
    expect(build.error).toContain('Task fails failed: its script ended with status 4');
    expect(stagesOf(build)).toEqual({
      fails: 'FAILURE',
      first: 'FAILURE',
      second: 'SUCCESS',
      last: 'FAILURE',
      end: 'SUCCESS',
    });
  });

  it('ignores failures of final tasks', async () => {
    const build = await run(
      `tasks:\n  - {id: good, ${log}, message: good}\nfinally:\n  - {id: bad, ${shell}, commands: [exit 1]}\n`,
    );
    expect(build.result).toBe('SUCCESS');
  });

  it('tells a calling flow the reason without a secret that only the called flow knows', async () => {
    const body = `tasks:
  - {id: call, ${subflow}, namespace: tests, flowId: child}
errors:
  - {id: tell, ${log}, message: "{{ failure.task }}; {{ failure.message }}"}
  - {id: size, ${shell}, commands: ['printf "%s" "{{ failure.message }}" | wc -c']}
finally:
  - {id: where, ${log}, message: "at {{ execution.id }}{{ execution.url }}."}
`;
    const child = `id: child
namespace: tests
description: Fails with a reason that contains a secret.
inputs:
  - {id: key, type: SECRET, defaults: "credential:own"}
variables: {LIMIT: "a{{ inputs.key }}"}
tasks:
  - {id: inside, type: dev.vendor.plugin.docker.run, containerImage: a, commands: [x], cpu: "{{ variables.LIMIT }}"}
`;
    const build = await run(body, { credentials: { own: 'correct-horse' } }, [child]);
    expect(build.result).toBe('FAILURE');
    const reason = 'Task inside failed: "cpu" must be a number; variables.LIMIT is a****';
    expect(build.console).toContain(`call; ${reason}`);
    expect(build.console).toMatch(new RegExp(`^ *${reason.length}$`, 'm'));
    expect(build.console).toContain('at .'); // a build that Flowgate did not request
  });

  it('tells a long reason in one line of at most 1,000 characters', async () => {
    const long = `${'x'.repeat(70)}\u{1F600}`.repeat(20);
    const body = `tasks:
  - {id: fails, ${subflow}, namespace: tests, flowId: child, inputs: {text: ${JSON.stringify(long)}}}
errors:
  - {id: tell, ${log}, message: "<{{ failure.message }}>"}
`;
    const child = `id: child
namespace: tests
description: Rejects its values.
inputs: [{id: text, type: STRING}]
checks:
  - {condition: inputs.text == 'a', message: "no {{ inputs.text }}"}
  - {condition: inputs.text == 'b', message: second}
tasks:
  - {id: never, ${log}, message: never}
`;
    const build = await run(body, {}, [child]);
    const [, told = ''] = /^<(.*)>$/m.exec(build.console) ?? [];
    expect(told).toBe(`no ${long}`.slice(0, 1000).replace(/\p{Cs}$/u, '') + '...');
  });
});
