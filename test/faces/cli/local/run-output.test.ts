import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LocalLine, log, shell } from './local-line.ts';

let line: LocalLine;
beforeEach(() => {
  line = new LocalLine();
});
afterEach(() => line.remove());

describe('the output of a run', () => {
  test('writes the output of tasks unchanged to files and pipes, and makes it harmless on a terminal', async () => {
    const body = `tasks:\n  - {id: one, ${shell}, commands: ["printf '\\\\033[31mred\\\\033[2J no line break'"]}\n  - {id: two, ${log}, message: next}\n`;
    expect((await line.runFlow(body)).stdout).toBe('\u001b[31mred\u001b[2J no line breaknext\n');
    line.isTerminal = true;
    expect((await line.runFlow(body)).stdout).toBe('\u001b[31mred\\u001b[2J no line break\u001b[0m\nnext\n');
    line.environment = { ...line.environment, NO_COLOR: '1' };
    const plain = await line.runFlow(body);
    expect(plain.stdout).toBe('red\\u001b[2J no line break\nnext\n');
    expect(plain.stderr).toContain('▶ one  Run shell commands\n');
  });

  test('marks tasks with ASCII where the locale is not UTF-8, and with colours where they are shown', async () => {
    const body = `tasks:\n  - {id: one, ${log}, message: hello}\n`;
    line.environment = { LANG: 'C' };
    expect((await line.runFlow(body)).stderr).toContain('\n> one  Log a message\n+ one  SUCCESS');
    line.environment = { FORCE_COLOR: '1' };
    expect((await line.runFlow(body)).stderr).toContain('\u001b[32m+\u001b[0m one');
  });

  test('prints the record with --format json, and the log on stderr', async () => {
    const body = `inputs:
  - {id: count, type: INT, defaults: 2}
checks:
  - {condition: "inputs.count > 2", message: "Only {{ inputs.count }}", style: WARNING, behavior: CREATE_EXECUTION}
tasks:
  - {id: one, ${shell}, commands: ["echo x > out.txt; printf '{\\"size\\": 0.50}'"], outputSchema: {size: {type: FLOAT}}, outputFiles: [out.txt]}
outputs:
  - {id: size, type: FLOAT, value: "{{ task_outputs.one.size }}"}
`;
    const { status, stdout, stderr } = await line.runFlow(body, '--format', 'json');
    expect(status).toBe(0);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(JSON.parse(stdout)).toEqual({
      namespace: 'local',
      flowId: 'tested',
      state: 'SUCCESS',
      startedAt: time,
      endedAt: time,
      inputs: { count: 2 },
      messages: [{ style: 'WARNING', message: 'Only 2' }],
      tasks: [{ path: 'one', state: 'SUCCESS', startedAt: time, endedAt: time }],
      outputs: { size: 0.5 },
      artifacts: [{ path: 'out.txt', size: 2 }],
    });
    expect(stderr).toContain('WARNING: Only 2\n');
    expect(stderr).toContain('{"size": 0.50}\n✔ one');
    expect(stderr).toContain('  size = 0.50\n');
  });
});

test('output files that cannot be written are an error of the command', async () => {
  line.write('artifacts/out.txt/file', '');
  const run = await line.runFlow(
    `tasks:\n  - {id: write, ${shell}, commands: [echo new > out.txt], outputFiles: [out.txt]}\n`,
    '--artifacts',
    'artifacts',
  );
  expect(run.status).toBe(2);
  expect(run.stderr).toContain('flowgate: cannot write out.txt to ');
});
