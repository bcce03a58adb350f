import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bash, log, python, shell, startAgreement, subflow } from '../../support/agreement-cases.ts';
import { awkwardTexts } from '../../support/awkward-values/awkward-texts.ts';

const expectAgreement = startAgreement();

const child = (body: string): string => `id: child\nnamespace: tests\ndescription: A called flow.\n${body}`;
const call = `${subflow}, namespace: tests, flowId: child`;

describe('both engines agree on a response', () => {
  const server = createServer(({ url }, response) => {
    response.writeHead(201, { 'content-type': 'application/json; charset=iso-8859-1', etag: '"7"' });
    response.end(Buffer.from(url === '/text' ? 'no JSON' : '["\u00fc"]', 'latin1'));
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => server.close());
  const request = 'type: dev.vendor.plugin.core.http.Request, url: "{{ variables.BASE }}';
  const base = () => `variables: {BASE: "http://127.0.0.1:${(server.address() as AddressInfo).port}"}\n`; // TCP

  it('and its parts', async () => {
    const { outputs } = await expectAgreement(`${base()}tasks:
  - {id: get, ${request}/list", outputSchema: {code: {type: INT, from: status}, etag: {type: STRING, from: headers.ETag}, all: {type: JSON, from: body}}}
  - {id: said, ${shell}, outputSchema: {x: {type: INT}}, commands: ['echo "{\\"x\\": {{ task_outputs.get.code }}}"']}
outputs:
  - {id: code, type: INT, value: "{{ task_outputs.said.x }}"}
  - {id: etag, type: STRING, value: "{{ task_outputs.get.etag }}"}
  - {id: all, type: JSON, value: "{{ task_outputs.get.all }}"}
`);
    expect(outputs).toEqual({ code: 201, etag: '"7"', all: ['ü'] });
  });

  it.each([
    ['/text', '{n: {type: INT}}', 'the response has no JSON with the fields n'],
    ['/text', '{n: {type: INT}, code: {type: INT, from: status}}', 'the response has no value for the field n'],
    ['/list', '{x: {type: STRING, from: headers.x}}', 'the response has no value for the field x'],
    ['/text', '{all: {type: INT, from: body}}', 'its field all is not of the type INT'],
  ])('without a field: %s %s', async (path, schema, reason) => {
    const { reason: found } = await expectAgreement(
      `${base()}tasks:\n  - {id: get, ${request}${path}", outputSchema: ${schema}}\n`,
    );
    expect(found).toContain(`Task get failed: ${reason}`);
  });
});

describe('both engines agree on', () => {
  it('what a script sees of its machine', async () => {
    // What Jenkins adds to the environment of every script is left out.
    const own =
      'BUILD_NUMBER|JOB_NAME|FLOWGATE_EXECUTION_ID|FLOWGATE_SECRET_[A-Z]*|LC_.*|LOGNAME|SHELL|TZ|TMPDIR|USER|LANG|_';
    const { log: lines } = await expectAgreement(
      `inputs:
  - {id: empty, type: STRING, required: false}
  - {id: none, type: STRING, required: false}
  - {id: token, type: SECRET}
variables: {PLACE: "in {{ inputs.empty }}"}
tasks:
  - id: probe
    ${shell}
    commands:
      - env -0 | grep -zvE '^(${own})=' | sort -z | tr '\\0' '\\n'
      - pwd; umask; ls -A; ls -ld . | cut -c 1-10; ulimit -c; trap; echo "\${0##*/} $# $-"; cat; tty || true
      - ls /proc/self/fd | grep -cE '^[0-9]{1,2}$'
      - ls -A .flowgate; ls -ld .flowgate .flowgate/scripts "$FLOWGATE_TASK_DIR" | cut -c 1-10; ls -l "$FLOWGATE_TASK_DIR/script" | cut -c 1-10
      - 'echo "{{ inputs.none }}$TOKEN" | wc -c; echo "$PLACE"'
      - echo one > /dev/stdout; echo two > /dev/stderr; echo three >&2; echo four
`,
      { inputs: { empty: '', token: 'correct-horse' } },
    );
    expect(lines).toContain('EMPTY=');
    expect(lines.join('\n')).not.toMatch(/^NONE=/m);
  });

  it('scripts with Windows line breaks', async () => {
    const { log: lines, state } = await expectAgreement(`tasks:
  - {id: sh, ${shell}, script: "if true\\r\\nthen\\r\\n  echo sh\\r\\nfi\\r\\n"}
  - {id: lines, ${bash}, commands: ["cat <<E\\r\\nbash\\r\\nE\\r\\n"]}
  - {id: py, ${python}, script: "if True:\\r\\n  print('py')\\r\\n"}
`);
    expect({ state, lines }).toMatchObject({ state: 'SUCCESS' });
    for (const line of ['sh', 'bash', 'py']) expect(lines).toContain(line);
  });

  it('how scripts are run', async () => {
    await expectAgreement(`tasks:
  - {id: sh, ${shell}, commands: ["set -o | grep -E 'errexit|pipefail' || :", "false | :", 'echo "\${0##*/}"']}
  - {id: bash, ${bash}, commands: ['set -o | grep -E "errexit|pipefail"', 'echo "\${BASH_VERSION%%.*}"']}
  - {id: line, ${shell}, script: "#!/usr/bin/env bash\\necho \\"\${BASH_VERSION:+bash}\\""}
  - {id: windows, ${shell}, script: "#!/bin/bash\\r\\necho one"}
  - {id: last, ${python}, script: "import sys, os\\nprint(sys.argv, os.getcwd() == os.environ['PWD'])\\nsys.stderr.write('err\\\\n')"}
`);
    for (const status of [1, 2, 124, 126, 127, 143, 200, 255])
      await expectAgreement(`tasks:\n  - {id: end, ${shell}, commands: ["exit ${status}"]}\n`);
    await expectAgreement(`tasks:\n  - {id: end, ${shell}, commands: ["kill -KILL $$"]}\n`);
  });

  it('values, byte for byte', async () => {
    const texts = [...awkwardTexts.ordinary, ...awkwardTexts.empty, ...awkwardTexts['line ends']];
    const { outputs, state } = await expectAgreement(
      `inputs:
${texts.map((_, index) => `  - {id: v${index}, type: STRING}`).join('\n')}
variables:
${texts.map((_, index) => `  ALL_${index}: "<{{ inputs.v${index} }}>"`).join('\n')}
tasks:
  - {id: show, ${shell}, commands: ["env -0 | grep -zE '^(V|ALL_)[0-9]+=' | sort -z | od -An -tx1"]}
  - {id: say, ${log}, message: "${texts.map((_, index) => `{{ inputs.v${index} }}`).join('|')}"}
outputs:
${texts.map((_, index) => `  - {id: v${index}, type: STRING, value: "{{ inputs.v${index} }}"}`).join('\n')}
`,
      { inputs: Object.fromEntries(texts.map(({ text }, index) => [`v${index}`, text])) },
    );
    expect([state, Object.keys(outputs as object)]).toEqual(['SUCCESS', texts.map((_, index) => `v${index}`)]);
  });

  it('what tasks return', async () => {
    const printed = [
      '{"a": 1}',
      'noise\n{"a": 1}\n{"a": 2}\nnoise',
      '{"a": 1.0}',
      '{"a": 1e3}',
      '{"a": 9007199254740993}',
      '{"a": "1"}',
      '{"a": null}',
      '{"b": 1}',
      '[1]',
      '{"a": 1,}',
      '{"a": 01}',
      '{"a": -0}',
      '{"a": {"b": [1, 0.50, "x", null, true]}}',
      '{\n "a": [1,\n 2]\n}',
      '{"a": "\\u00e9\\ud83d\\ude00\\n"}',
      '{"a": true}',
      '',
    ];
    for (const type of ['INT', 'FLOAT', 'STRING', 'BOOLEAN', 'JSON'])
      for (const text of printed) {
        await expectAgreement(`variables: {TEXT: ${JSON.stringify(text)}}
tasks:
  - {id: one, ${log}, message: "{{ variables.TEXT }}", outputSchema: {a: {type: ${type}}}, allow_failure: true}
  - {id: show, ${log}, run_if: "{{ task_outputs.one.a != null }}", message: "{{ task_outputs.one.a }}"}
outputs:
  - {id: all, type: ${type}, value: "{{ task_outputs.one.a }}"}
`);
      }
  });

  it('failures, retries and their sentences', async () => {
    await expectAgreement(`tasks:
  - {id: warn, ${shell}, commands: ["exit 3"], allow_failure: true}
  - {id: knock, ${shell}, retry: {type: exponential, max_attempt: 3, interval: 0.01s, delay_factor: 2}, commands: ["echo x >> tries", "[ $(wc -l < tries) -ge 3 ]"]}
  - {id: skipped, ${log}, run_if: "1 > 2", message: never}
  - {id: fail, ${shell}, retry: {type: constant, max_attempt: 2, interval: 0.001s}, commands: ["exit 4"]}
  - {id: never, ${log}, message: never}
errors:
  - {id: tell, ${log}, message: told}
  - {id: broken, ${shell}, commands: ["exit 5"]}
  - {id: unreached, ${log}, message: never}
finally:
  - {id: clean, ${log}, message: cleaned}
  - {id: worse, ${shell}, commands: ["exit 6"], allow_failure: true}
  - {id: last, ${log}, message: last}
outputs:
  - {id: none, type: STRING, value: x}
`);
    await expectAgreement(
      `tasks:\n  - {id: bad, ${shell}, commands: ["exit 3"]}\nerrors:\n  - {id: tell, ${log}, message: told, allow_failure: true}\n`,
    );
    await expectAgreement(`tasks:
  - {id: number, ${log}, message: '{"n": "many"}', outputSchema: {n: {type: STRING}}}
  - {id: late, ${shell}, timeout: 1s, commands: ["exec sleep 30"], allow_failure: true}
  - {id: end, ${log}, message: end}
`);
    await expectAgreement(
      `timeout: 1s\ntasks:\n  - {id: late, ${shell}, timeout: 20s, commands: ["exec sleep 30"]}\nfinally:\n  - {id: last, ${log}, message: last}\n`,
    );
  });

  it('fields of called flows without a value, and items that return nothing', async () => {
    const skipping = child(`inputs: [{id: go, type: BOOLEAN}]
tasks:
  - {id: make, ${log}, run_if: "{{ inputs.go }}", message: '{"name": "", "count": 3}', outputSchema: {name: {type: STRING}, count: {type: INT}}}
outputs:
  - {id: name, type: STRING, value: "{{ task_outputs.make.name }}"}
  - {id: count, type: INT, value: "{{ task_outputs.make.count }}"}
`);
    const calling = (fields: string, go = false): string => `tasks:
  - {id: one, ${call}, inputs: {go: ${go}}, ${fields}allow_failure: true}
  - {id: show, ${shell}, script: 'echo "<{{ task_outputs.one.name }}{{ task_outputs.one.count }}>\${TASK_ONE_COUNT-unset}"'}
  - {id: none, ${log}, run_if: "task_outputs.one.count == null", message: none}
outputs:
  - {id: name, type: STRING, value: "{{ task_outputs.one.name }}"}
  - {id: count, type: INT, value: "{{ task_outputs.one.count }}"}
`;
    const options = { called: [skipping] };
    const none = { name: null, count: null };
    const schema = 'outputSchema: {name: {type: STRING}, count: {type: INT}}, ';
    const skipped = await expectAgreement(calling(schema), options);
    expect([skipped.state, skipped.outputs]).toEqual(['SUCCESS', none]);
    const given = await expectAgreement(calling(schema, true), options);
    expect(given.outputs).toEqual({ name: '', count: 3 });
    const needed = schema.replace('INT', 'INT, required: true');
    const failed = await expectAgreement(calling(needed), options);
    expect([failed.state, failed.outputs]).toEqual(['WARNING', none]);
    const own = await expectAgreement(`tasks:
  - {id: one, ${log}, message: '{"b": null}', outputSchema: {a: {type: INT, required: false}, b: {type: STRING, required: false}}}
outputs: [{id: a, type: INT, value: "{{ task_outputs.one.a }}"}, {id: b, type: STRING, value: "{{ task_outputs.one.b }}"}]
`);
    expect([own.state, own.outputs]).toEqual(['SUCCESS', { a: null, b: null }]);
    const items = await expectAgreement(`tasks:
  - id: each
    type: dev.vendor.plugin.core.flow.ForEach
    values: [a, b, c]
    tasks:
      - {id: make, ${log}, run_if: "{{ items.each != 'b' }}", message: '{"name": "{{ items.each }}"}', outputSchema: {name: {type: STRING}}}
    outputs: [{id: names, type: STRING, value: "{{ task_outputs.make.name }}"}]
outputs: [{id: names, type: JSON, value: "{{ task_outputs.each.names }}"}]
`);
    expect(items.outputs).toEqual({ names: ['a', null, 'c'] });
  });

  it('subflows', async () => {
    const called = [
      child(`inputs:
  - {id: text, type: STRING}
  - {id: count, type: INT, defaults: 3, min: 1, max: 5}
  - {id: token, type: SECRET, required: false}
  - {id: data, type: FILE, required: false}
checks:
  - {condition: "{{ inputs.count != 4 }}", message: "not {{ inputs.count }}", style: WARNING, behavior: CREATE_EXECUTION}
  - {condition: "{{ inputs.count != 5 }}", message: "never {{ inputs.count }}", style: ERROR, behavior: BLOCK_EXECUTION}
variables: {OUTER: "{{ inputs.text }}"}
tasks:
  - {id: show, ${shell}, commands: ['echo "$TEXT $COUNT \${TOKEN-none} \${SECRET-none} \${NAME-none} \${DATA#"$PWD"} $FLOWGATE_NAMES"']}
  - {id: far, ${shell}, worker_group: far away, commands: ['pwd; ls -A; [ -z "\${DATA:-}" ] || cat "$DATA"']}
  - {id: near, ${shell}, run_if: "{{ inputs.count > 2 }}", commands: ["ls -A"], allow_failure: true}
finally:
  - {id: end, ${log}, message: "end of {{ variables.OUTER }}"}
outputs:
  - {id: text, type: STRING, value: "<{{ inputs.text }}>"}
  - {id: count, type: INT, value: "{{ inputs.count }}"}
`),
    ];
    const inputs = `inputs:\n  - {id: name, type: STRING}\n  - {id: secret, type: SECRET}\n  - {id: file, type: FILE}\n`;
    const request = { called, inputs: { name: 'a "name"\n$x', secret: 'correct-horse' }, files: { file: 'content\n' } };
    await expectAgreement(
      `${inputs}tasks:
  - {id: one, ${call}, inputs: {text: "{{ inputs.name }}", token: "{{ inputs.secret }}", data: "{{ inputs.file }}"}, outputSchema: {text: {type: STRING}, count: {type: INT}}}
  - {id: two, ${call}, inputs: {text: "{{ task_outputs.one.text }}", count: 4}, outputSchema: {text: {type: STRING}}}
  - {id: show, ${log}, message: "{{ task_outputs.two.text }} {{ task_outputs.one.count }}"}
outputs:
  - {id: text, type: STRING, value: "{{ task_outputs.two.text }}"}
`,
      request,
    );
    for (const count of ['0', '5', '"{{ inputs.name }}"'])
      await expectAgreement(
        `${inputs}variables: {N: ${count}}\ntasks:\n  - {id: one, ${call}, inputs: {text: x, count: "{{ variables.N }}"}, allow_failure: true}\n  - {id: two, ${call}, retry: {type: constant, max_attempt: 2, interval: 0.001s}, inputs: {text: y, count: "{{ variables.N }}"}}\n`,
        request,
      );
    await expectAgreement(
      `tasks:\n  - {id: slow, ${call}, timeout: 1s, inputs: {}}\n  - {id: never, ${log}, message: x}\n`,
      {
        called: [
          child(
            `tasks:\n  - {id: wait, ${shell}, commands: ["exec sleep 30"]}\nfinally:\n  - {id: end, ${log}, message: end}\n`,
          ),
        ],
      },
    );
  });

  it('workspaces of worker groups', async () => {
    await expectAgreement(`keep_workspace: true
tasks:
  - {id: a, ${shell}, commands: ["echo a > a"]}
  - {id: b, ${shell}, worker_group: gpu, retry: {type: constant, max_attempt: 2, interval: 0.001s}, commands: ["pwd; ls -A; echo b > b; ls; exit 1"], allow_failure: true}
  - {id: c, ${shell}, worker_group: gpu, commands: ["pwd; ls; echo c > c"]}
  - {id: d, ${shell}, worker_group: gpu, commands: ["ls"], outputFiles: [c]}
  - {id: e, ${shell}, commands: ["ls"]}
`);
  });

  it.each([true, false])('workspaces that a called flow shares with its caller (kept: %s)', async (keeps) => {
    const called = child(
      `keep_workspace: ${!keeps}\ntasks:\n  - {id: b, ${shell}, worker_group: gpu, commands: ["ls; echo b > b"]}\n  - {id: c, ${shell}, commands: ["ls; echo c > c"]}\n`,
    );
    const { log: shown } = await expectAgreement(
      `keep_workspace: ${keeps}
tasks:
  - {id: a, ${shell}, worker_group: gpu, commands: ["echo a > a"]}
  - {id: call, ${call}, inputs: {}}
  - {id: last, ${shell}, worker_group: gpu, commands: ["echo saw: *"]}
`,
      { called: [called] },
    );
    expect(shown).toContain(keeps ? 'saw: a b' : 'saw: *');
  });

  it('a stop, and what runs after it', async () => {
    const body = `tasks:
  - {id: wait, ${shell}, retry: {type: constant, max_attempt: 3, interval: 0.001s}, commands: ["exec sleep 30"], allow_failure: true}
  - {id: never, ${log}, message: never}
errors:
  - {id: tell, ${log}, message: told}
finally:
  - {id: clean, ${shell}, commands: ["echo cleaned"]}
  - {id: last, ${log}, message: last}
`;
    expect((await expectAgreement(body, { stopAfter: 1500 })).tasks).toEqual([
      'wait KILLED',
      'clean SUCCESS',
      'last SUCCESS',
    ]);
    await expectAgreement(
      `tasks:\n  - {id: out, ${call}, inputs: {}}\nfinally:\n  - {id: last, ${log}, message: last}\n`,
      {
        called: [
          child(
            `tasks:\n  - {id: one, ${log}, message: one}\nfinally:\n  - {id: wait, ${shell}, commands: ["exec sleep 30"]}\n  - {id: then, ${log}, message: then}\n`,
          ),
        ],
        stopAfter: 1500,
      },
    );
  });

  it('what error and final tasks see of the run', async () => {
    const settings = { vendor: 'vendor', prefix: 'VENDOR', publicUrl: 'https://flows.example/base' };
    const tell = `
errors:
  - {id: tell, ${shell}, env: {WHY: "{{ failure.message }}"}, commands: ['echo "told: {{ failure.task }}; $WHY"', exit 1]}
  - {id: other, ${log}, run_if: failure.task != 'bad', message: "other: {{ failure.task }}"}
finally:
  - {id: end, ${log}, run_if: "{{ failure.task is not empty }}", message: "end: {{ failure.task }}; {{ failure.message }}"}
  - {id: fine, ${log}, run_if: failure.message == null, message: "fine: {{ failure.task }}{{ failure.message }}"}
  - {id: where, ${shell}, commands: ['echo "at {{ execution.id }} {{ execution.url }}; \${FLOWGATE_FAILED_TASK-unset}"']}
`;
    const failed = await expectAgreement(
      `tasks:
  - {id: tolerated, ${shell}, allow_failure: true, commands: [exit 4]}
  - {id: bad, ${shell}, commands: [exit 7]}${tell}`,
      { settings },
    );
    const reason = 'Task bad failed: its script ended with status 7';
    expect(failed.reason).toBe(reason);
    expect(failed.log).toEqual(
      expect.arrayContaining([
        `told: bad; ${reason}`,
        `end: bad; ${reason}`,
        'at e https://flows.example/base/ui/executions/e; bad',
      ]),
    );
    expect(failed.tasks).toContain('other SKIPPED');
    const warned = await expectAgreement(
      `tasks:\n  - {id: tolerated, ${shell}, allow_failure: true, commands: [exit 4]}${tell}`,
    );
    expect(warned.state).toBe('WARNING');
    expect(warned.log).toEqual(expect.arrayContaining(['fine: ', 'at e ; unset']));
    const stopped = await expectAgreement(`tasks:\n  - {id: long, ${shell}, commands: [sleep 67]}${tell}`, {
      stopAfter: 1500,
    });
    expect(stopped.state).toBe('KILLED');
    expect(stopped.log).toEqual(expect.arrayContaining(['fine: ', 'at e ; unset']));
    const late = await expectAgreement(`timeout: 1s\ntasks:\n  - {id: bad, ${shell}, commands: [sleep 68]}${tell}`);
    expect(late.log).toContain(`end: bad; Flow tested timed out: the flow's limit of 1 s was reached`);
  });

  it('what a calling flow sees of a failure inside, without secrets', async () => {
    const inner = `id: inner
namespace: tests
description: A flow that a called flow calls.
inputs:
  - {id: told, type: STRING, required: false}
  - {id: key, type: SECRET}
variables: {LIMIT: "a{{ inputs.key }}"}
tasks:
  - {id: inside, type: dev.vendor.plugin.docker.run, run_if: inputs.told == null, containerImage: a, commands: [x], cpu: "{{ variables.LIMIT }}"}
  - {id: last, ${shell}, commands: ['echo "got {{ inputs.told }}"', exit 5]}
errors:
  - {id: mine, ${shell}, commands: ['echo "inner {{ failure.task }}: {{ failure.message }}" | tee inner; grep -c "[*][*]" inner']}
`;
    const callInner = `${subflow}, namespace: tests, flowId: inner`;
    const outer = child(`inputs: [{id: token, type: SECRET}]
tasks:
  - {id: outer, ${callInner}, inputs: {key: "{{ inputs.token }}"}}
errors:
  - {id: mine, ${shell}, commands: ['echo "outer {{ failure.task }}: {{ failure.message }}" | tee outer; grep -c "[*][*]" outer']}
  - {id: again, ${callInner}, inputs: {key: "{{ inputs.token }}", told: "{{ failure.message }}"}}
`);
    const { log: lines, tasks } = await expectAgreement(
      `inputs: [{id: token, type: SECRET}]
tasks:
  - {id: top, allow_failure: true, ${call}, inputs: {token: "{{ inputs.token }}"}}
`,
      { called: [inner, outer], inputs: { token: 'correct-horse' } },
    );
    expect(tasks).toContain('top/outer/mine SUCCESS');
    const reason = 'Task inside failed: "cpu" must be a number; variables.LIMIT is a****';
    expect(lines).toEqual(
      expect.arrayContaining([`inner inside: ${reason}`, `outer outer: ${reason}`, `got ${reason}`]),
    );
    expect(lines.filter((line) => line === '1')).toHaveLength(2);
  });

  it('the files of inputs', async () => {
    await expectAgreement(
      `inputs:\n  - {id: one, type: FILE}\n  - {id: two, type: FILE, required: false}
variables: {PLACE: "{{ inputs.one }}"}
tasks:
  - {id: first, ${shell}, commands: ['cat "$ONE"; echo "\${TWO-none} $PLACE"; rm "$ONE"']}
  - {id: name, ${log}, run_if: "{{ inputs.one == 'the one.txt' }}", message: "{{ inputs.one }}"}
  - {id: far, ${shell}, worker_group: far, commands: ['cat "$ONE"; echo "$PLACE"']}
  - {id: again, ${shell}, commands: ['cat "$ONE"; find .flowgate/files | sort']}
`,
      { files: { one: 'the first\n' } },
    );
  });
});
