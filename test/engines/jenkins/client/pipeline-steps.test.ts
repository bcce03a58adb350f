import { expect, it } from 'vitest';
import { innermostSteps } from '../../../../src/engines/jenkins/client/read-pipeline-steps.ts';

/** The page as Jenkins 2.503 with workflow-cps 4050 returns it. */
const pageOf = (dump: string) =>
  `<h1>Thread Dump<span class="jenkins-copy-button"><button tooltip="Copy" text="${dump}"></button></span></h1><pre class="console">${dump}</pre></div>`;
const below =
  '\tat WorkflowScript.flowTask(WorkflowScript:2157)\n\tat DSL.node(running on )\n\tat WorkflowScript.run(WorkflowScript:6)\n';

it.each([
  [
    'a step without a status',
    `Thread #6\n\tat DSL.stage(Native Method)\n${below}`,
    [{ name: 'stage', status: undefined }],
  ],
  [
    'a running script',
    `Thread #12\n\tat DSL.sh(awaiting process completion in /agent/&lt;a&gt;@tmp/durable-32c358d2; recurrence period: 13741ms; check task scheduled; cancelled? false done? false)\n${below}`,
    [
      {
        name: 'sh',
        status:
          'awaiting process completion in /agent/<a>@tmp/durable-32c358d2; recurrence period: 13741ms; check task scheduled; cancelled? false done? false',
      },
    ],
  ],
  [
    'a lost node',
    'Thread #0\n\tat DSL.node(node block appears to be neither running nor scheduled)\n',
    [{ name: 'node', status: 'node block appears to be neither running nor scheduled', isWithoutExecutor: true }],
  ],
  [
    'a script in a lost node',
    'Thread #4\n\tat DSL.sh(awaiting process completion)\n\tat WorkflowScript.run(WorkflowScript:6)\n\tat DSL.node(node block appears to be neither running nor scheduled)\n',
    [{ name: 'sh', status: 'awaiting process completion', isWithoutExecutor: true }],
  ],
  [
    'Groovy',
    `Thread #3\n\tat WorkflowScript.runScript(WorkflowScript:2414)\n${below}`,
    [{ name: undefined, status: undefined }],
  ],
  [
    'several threads',
    `Thread #1\n\tat DSL.echo(Native Method)\n${below}\nThread #2\n\tat DSL.sleep(sleeping for another 3 min 0 sec)\n${below}`,
    [
      { name: 'echo', status: undefined },
      { name: 'sleep', status: 'sleeping for another 3 min 0 sec' },
    ],
  ],
])('tells %s', (_name, dump, steps) => {
  expect(innermostSteps(pageOf(dump))).toEqual(steps.map((step) => ({ isWithoutExecutor: false, ...step })));
});

it('finds nothing in other pages', () => {
  expect(innermostSteps(pageOf('Program is not yet loaded'))).toBeUndefined();
  expect(innermostSteps('<html><body>Log in</body></html>')).toBeUndefined();
});

it('reads a page of an author in the time that its length takes', () => {
  expect(innermostSteps('<pre>'.repeat(200_000))).toBeUndefined();
  const blank = `Thread #1\n\tat DSL.sh(x)\n${'\n'.repeat(200_000)}\tat DSL.sh(y)\n`;
  expect(innermostSteps(pageOf(blank))).toEqual([expect.objectContaining({ name: 'sh', status: 'x' })]);
});
