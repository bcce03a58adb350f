import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { LocalRuns } from '../../../support/local-run.ts';
import { flowText } from '../../../support/transpile-yaml.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const runs = new LocalRuns();
afterAll(() => runs.close());

// 720 hours are more than the longest timer of JavaScript, which would fire after a millisecond.
const flows: Readonly<Record<string, string>> = {
  'the timeout of a task': `tasks:\n  - {id: long, ${shell}, timeout: 720h, commands: [echo begun, sleep 0.7, echo on, sleep 60]}\n`,
  'the timeout of a flow': `timeout: 8760h\ntasks:\n  - {id: long, ${shell}, commands: [echo begun, sleep 0.7, echo on, sleep 60]}\n`,
  'the timeout of a block': `tasks:\n  - id: each\n    type: dev.vendor.plugin.core.flow.ForEach\n    timeout: 720h\n    values: [1]\n    tasks:\n      - {id: long, ${shell}, commands: [echo begun, sleep 0.7, echo on, sleep 60]}\n`,
  'the interval of a retry': `tasks:\n  - id: long\n    ${shell}\n    retry: {type: constant, max_attempt: 2, interval: 720h}\n    commands: [echo begun, sleep 0.7, echo on, exit 1]\n`,
  'the interval of an Until': `tasks:\n  - id: poll\n    type: dev.vendor.plugin.core.flow.Until\n    condition: "1 == 2"\n    interval: 720h\n    timeout: 8760h\n    tasks:\n      - {id: long, ${shell}, commands: [echo begun, sleep 0.7, echo on]}\n`,
};

describe.each(Object.entries(flows))('%s of 24.8 days and more', (_name, flow) => {
  it('is not over at once', async () => {
    const run = runs.prepare(flowText(flow));
    const ended = run.execution.run();
    while (!run.log().includes('on\n')) await pause(10);
    await pause(300);
    run.execution.stop();
    expect(await ended).toMatchObject({ state: 'KILLED' });
    expect(run.log().match(/begun/g)).toHaveLength(1);
  });
});
