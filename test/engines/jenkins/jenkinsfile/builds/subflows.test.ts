import { describe, expect, it } from 'vitest';
import { flowText, jenkinsfileOf } from '../../../../support/transpile-yaml.ts';
import { log, shell, stagesOf, startMiniJenkins, subflow } from './mini-build.ts';

const { run } = startMiniJenkins();

describe('a flow in a flow', () => {
  const child = `id: child
namespace: tests
description: Called by another flow.
inputs:
  - {id: who, type: STRING}
  - {id: count, type: INT, defaults: 7, max: 10}
  - {id: token, type: SECRET, required: false}
variables: {GREETING: "Hello {{ inputs.who }}"}
tasks:
  - id: same
    ${shell}
    outputSchema: {said: {type: STRING}}
    commands:
      - echo "[\${SERVICE-hidden}] [\${PLACE-hidden}] [$COUNT] [\${TOKEN-none}] [\${TASK_SAME_SAID-none}]"
      - |-
        printf '{"said": "%s"}\\n' "$GREETING"
finally:
  - {id: tidy, ${log}, message: "child ends"}
outputs:
  - {id: greeting, type: STRING, value: "{{ task_outputs.same.said }}"}
`;
  const parent = (extra: string): string => `inputs:
  - {id: service, type: STRING, defaults: pay}
  - {id: token, type: SECRET, required: false}
variables: {PLACE: here}
tasks:
  - {id: same, ${shell}, outputSchema: {said: {type: STRING}}, commands: ['echo "{\\"said\\": \\"parent\\"}"']}
  - id: call
    ${subflow}
    namespace: tests
    flowId: child
    outputSchema: {greeting: {type: STRING}}
${extra}
  - {id: after, ${shell}, commands: ['echo "{{ task_outputs.call.greeting }} $SERVICE $TASK_SAME_SAID [\${WHO-none}]"']}
`;

  it('sees only what it is passed, and returns its outputs', async () => {
    const body = parent('    inputs: {who: "{{ inputs.service }}!", token: "{{ inputs.token }}"}');
    const request = {
      parameters: { SERVICE: 'pay', FLOWGATE_SECRET_TOKEN: 'id-1' },
      credentials: { 'id-1': 'secret-text' },
    };
    const build = await run(body, request, [child]);
    expect(build.error).toBeNull();
    expect(build.console).toContain('[hidden] [hidden] [7] [****] [none]');
    expect(build.console).toContain('Hello pay! pay parent [none]');
    expect(build.console).toContain('child ends');
  });

  it('accepts a string that is not a secret of the parent as a secret', async () => {
    const body = parent('    inputs: {who: x, token: "plain-{{ inputs.service }}"}');
    const build = await run(body, { parameters: { SERVICE: 'pay' } }, [child]);
    expect(build.error).toBeNull();
    expect(build.console).toContain('[plain-pay]');
  });

  it('runs as a whole on its own worker group', () => {
    const jenkinsfile = jenkinsfileOf(flowText(parent('    inputs: {who: x}')), [`worker_group: large\n${child}`]);
    expect(jenkinsfile.match(/label: 'large'/g)).toHaveLength(1);
    expect(jenkinsfile).toMatch(/id: 'call',\n {6}label: 'large'/);
  });

  it('checks its inputs', async () => {
    const build = await run(
      parent('    inputs: {who: x, count: "{{ inputs.service }}"}'),
      { parameters: { SERVICE: 'many' } },
      [child],
    );
    expect(build.error).toContain('Input count must be an integer');
  });

  it('evaluates its checks when it starts', async () => {
    const checks = `checks:
  - {condition: "inputs.count > 7", message: "only {{ inputs.count }}", behavior: CREATE_EXECUTION}
  - {condition: "inputs.who != 'x'", message: "not {{ inputs.who }}"}
`;
    const told = await run(parent('    inputs: {who: y}'), {}, [child + checks]);
    expect(told.error).toBeNull();
    expect(told.console).toContain('only 7\n');
    expect((await run(parent('    inputs: {who: x}'), {}, [child + checks])).error).toContain('not x');
  });

  it('fails with the task that calls it when that times out', async () => {
    const slow = child.replace(
      '  - id: same',
      `  - {id: slow, ${shell}, allow_failure: true, commands: [sleep 66]}\n  - id: same`,
    );
    const build = await run(parent('    inputs: {who: x}\n    timeout: 1s'), {}, [slow]);
    expect(build.error).toContain('Task call timed out after 1 s');
  });

  it('is tolerated, retried and skipped as a whole', async () => {
    const failing = child.replace('- echo "[', '- exit 3 # "[');
    const extra = '    inputs: {who: x}\n    allow_failure: true\n    retry: {max_attempt: 2, interval: 0.1s}';
    const build = await run(parent(extra).replace(/ {2}- \{id: after.*\n/, ''), { parameters: { SERVICE: 'pay' } }, [
      failing,
    ]);
    expect(build.result).toBe('UNSTABLE');
    expect(build.stages.filter(({ name }) => name === 'tidy')).toHaveLength(2);
    const skipped = await run(
      parent("    inputs: {who: x}\n    run_if: inputs.service == 'other'"),
      { parameters: { SERVICE: 'pay' } },
      [child],
    );
    expect(stagesOf(skipped)).toMatchObject({ call: 'SKIPPED', after: 'SUCCESS' });
  });
});
