import { describe, expect, it } from 'vitest';
import { shell, stagesOf, startMiniJenkins, subflow } from './mini-build.ts';

const { run } = startMiniJenkins();

describe('a script in a build', () => {
  it('cannot empty the log', async () => {
    const build = await run(
      `tasks:\n  - {id: show, ${shell}, commands: [echo one, echo two > /dev/stdout, echo three > /dev/stderr, echo four]}\n`,
    );
    expect(build.console).toContain('one\ntwo\nthree\nfour\n');
  });

  it('fails with its own status, even if it is the internal status of success', async () => {
    const build = await run(`tasks:\n  - {id: odd, ${shell}, commands: [exit 200]}\n`);
    expect(build.error).toContain('Task odd failed: its script ended with status 200');
  });

  it('does not wait for processes that it leaves behind', async () => {
    const start = Date.now();
    const build = await run(
      `tasks:\n  - {id: leave, ${shell}, commands: ['sleep 30 & echo "{\\"pid\\": $!}"'], outputSchema: {pid: {type: INT}}}\n  - {id: end, ${shell}, commands: ['kill "$TASK_LEAVE_PID"']}\n`,
    );
    expect(stagesOf(build)).toEqual({ leave: 'SUCCESS', end: 'SUCCESS' });
    expect(Date.now() - start).toBeLessThan(25_000);
  });

  it("runs Jenkins' own steps in the environment of the flow", async () => {
    const build = await run(
      `inputs:\n  - {id: price, type: STRING, defaults: 'costs $$5'}\ntasks:\n  - {id: show, ${shell}, commands: ['echo "[$PRICE]"']}\n`,
      { parameters: { PRICE: 'costs $$5' } },
    );
    expect(build.console).toContain('[costs $$5]');
  });
});

describe('a secret in a build', () => {
  const secret = "it's 5up3r";
  const request = { parameters: { FLOWGATE_SECRET_TOKEN: 'id-1' }, credentials: { 'id-1': secret } };

  it('is available in variables, outputs and called flows, and is masked in what is kept', async () => {
    const child = `id: child\nnamespace: tests\ndescription: A child.\ninputs:\n  - {id: auth, type: STRING}\ntasks:\n  - {id: same, ${shell}, commands: ['[ "$AUTH" = "Bearer it''s 5up3r" ] && echo "child [\${TOKEN-hidden}]"']}\n`;
    const build = await run(
      `inputs:
  - {id: token, type: SECRET}
variables:
  AUTH: Bearer {{ inputs.token }}
tasks:
  - id: returns
    ${shell}
    script: |
      [ "$AUTH" = "Bearer it's 5up3r" ] && echo '{"back": "it'"'"'s 5up3r!", "list": ["it'"'"'s 5up3r", 1.0]}'
    outputSchema: {back: {type: STRING}, list: {type: JSON}}
  - {id: uses, ${shell}, run_if: "task_outputs.returns.back matches '5up3r!$'", commands: ['[ "$TASK_RETURNS_BACK" = "$TOKEN!" ] && echo "used [\${FLOWGATE_BOUND_1-hidden}]"']}
  - {id: call, ${subflow}, namespace: tests, flowId: child, inputs: {auth: "{{ variables.AUTH }}"}}
outputs:
  - {id: back, type: STRING, value: "{{ task_outputs.returns.back }}"}
  - {id: list, type: JSON, value: "{{ task_outputs.returns.list }}"}
`,
      request,
      [child],
    );
    expect(build.error).toBeNull();
    expect(build.console).toContain('used [hidden]');
    expect(build.console).toContain('child [hidden]');
    expect(build.outputs).toBe('{"back":"****!","list":["****",1.0]}');
  });
});

it('keeps the digits of an output', async () => {
  const outputs = (value: string) =>
    `tasks:\n  - {id: count, ${shell}, commands: ['echo "{\\"n\\": ${value}}"'], outputSchema: {n: {type: JSON}}}\noutputs:\n  - {id: total, type: JSON, value: "{{ task_outputs.count.n }}"}\n`;
  for (const value of ['12345678901234567890', '9007199254740991', '1.50'])
    expect((await run(outputs(value))).outputs).toBe(`{"total":${value}}`);
});
