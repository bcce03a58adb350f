import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
// @ts-expect-error it has no types: it is a script of this project, and runs without a compiler
import { buildPythonClient } from '../../scripts/setup/python-client.mjs';
// @ts-expect-error it has no types either
import { pythonTypes } from '../../scripts/setup/python-types.mjs';
import { fencedBlocks, readProjectFile } from '../docs/pages.ts';
import { runProgram, startFlowServer, type FlowServer } from '../integrations/flow-server.ts';
import { listen, urlOf } from '../support/listening-server.ts';
import { temporaryFolder } from '../support/redis.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

interface Contract {
  readonly components: { readonly schemas: Readonly<Record<string, { readonly required?: readonly string[] }>> };
}

const folder = temporaryFolder();
const python = join(folder, 'environment', 'bin', 'python');
let server: FlowServer;

beforeAll(async () => {
  const wheel: string = buildPythonClient(folder);
  execFileSync('python3', ['-m', 'venv', join(folder, 'environment')]);
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--no-index', '--disable-pip-version-check', wheel]);
  server = await startFlowServer();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program with the installed client, and returns what it prints. */
async function runPython(source: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const file = join(folder, 'program.py');
  writeFileSync(file, `from flowgate_client import *\n${source}`);
  const { stdout, stderr, status } = await runProgram([python, '-W', 'error', file], {
    env: { FLOWGATE_SERVER: server.url, FLOWGATE_TOKEN: server.token, ...env },
    cwd: folder,
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout;
}

describe('the Python client', () => {
  test('runs a flow, waits for it and reads its outputs in three calls', async () => {
    const printed = await runPython(`
execution = Flowgate("${server.url}/", "${server.token}").run("web/deploy", version="v1 é", count=2)
print(execution.wait().outputs["address"])
print(execution.state, execution.url, execution.record["inputs"], repr(execution))
`);
    const id = /executions\/(\w+)/.exec(printed)?.[1];
    expect(printed).toBe(
      `https://web.example/v1 é\nSUCCESS ${server.url}/ui/executions/${id} {'version': 'v1 é', 'count': 2} <Execution ${id} of web/deploy: SUCCESS>\n`,
    );
  });

  test('runs the examples of the guide', async () => {
    const [three = '', errors = ''] = fencedBlocks(readProjectFile('docs/how-to/use-a-client.md'), 'python').map(
      (block) => block.replace('https://flowgate.example', server.url).replace('fgt_...', server.token),
    );
    expect(await runPython(three)).toBe('https://web.example/v1.2.3\n');
    expect(await runPython(errors)).toContain('deploying v1.2.3');
    const failing = errors.replace('web/deploy", version="v1.2.3"', 'web/fail"');
    expect(await runPython(failing)).toMatch(/^[^]*Task break failed.* [^]*Finished: FAILED\n/);
    expect(await runPython(errors.replace('"v1.2.3"', '"1"'))).toMatch(/^422 inputs-invalid version: /);
  });

  test('uploads files, and reads logs', async () => {
    writeFileSync(join(folder, 'table.csv'), 'a\n'.repeat(300_000));
    const printed = await runPython(`
from pathlib import Path
execution = Flowgate().run("web/deploy", {"table": Path("table.csv")}, version="v1", token="s3cret", labels={"reason": "test"})
for line in execution.follow():
    print("line:", line)
print(execution.outputs["rows"], execution.record["labels"], execution.state)
print(execution.log("roll-out"), end="")
print(execution.tail(1), end="")
`);
    expect(printed).toContain('line: deploying v1 with a token of 6\n');
    expect(printed).toContain(`300000 {'reason': 'test'} SUCCESS\n`);
    expect(printed).toContain('\nFinished: SUCCESS\n');
    expect(printed).not.toContain('s3cret');
  });

  test('raises an exception with the reason of a failure, unless it is told not to', async () => {
    const printed = await runPython(`
flowgate = Flowgate()
try:
    flowgate.run("web/fail").wait()
except ExecutionFailed as error:
    print(error.execution.state, error)
print(flowgate.run("web/fail").wait(check=False).state, flowgate.run("web/warn").wait().state)
`);
    expect(printed).toMatch(/^FAILED web\/fail FAILED: Task break failed.* \(http.*\)\nFAILED WARNING\n$/);
  });

  test('stops an execution, and waits no longer than it is told', async () => {
    const printed = await runPython(`
flowgate = Flowgate()
execution = flowgate.run("web/wait", idempotency_key="one")
print(flowgate.run("web/wait", idempotency_key="one").id == execution.id)
try:
    execution.wait(timeout=0.1)
except WaitTimeout as error:
    print(type(error).__mro__[2].__name__, error)
execution.stop()
print(flowgate.execution(execution.id).wait(check=False).state)
`);
    expect(printed).toMatch(
      /^True\nTimeoutError web\/wait is (?:CREATED|QUEUED|RUNNING) after 0\.1 seconds .*\nKILLED\n$/,
    );
  });

  test('reports rejections with their code and message', async () => {
    const printed = await runPython(`
flowgate = Flowgate()
for run in [lambda: flowgate.run("web/deploy", version="1"), lambda: flowgate.run("web/nobody"), lambda: Flowgate(token="no").run("web/deploy")]:
    try:
        run()
    except RequestRejected as error:
        print(error.status, error.code, error, [each["input_id"] for each in error.problem.get("errors", [])])
try:
    flowgate.run("deploy")
except ValueError as error:
    print(error)
print(flowgate.request("GET", "/flows/web", query={"limit": 1})["flows"][0]["id"])
print(flowgate.request("POST", "/flows/validate", body="id: hello")["valid"])
`);
    const lines = printed.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^422 inputs-invalid version: .* \['version'\]$/);
    expect(lines[1]).toMatch(/^404 flow-not-found The flow web\/nobody was not found.* \[\]$/);
    expect(lines[2]).toMatch(/^401 unauthenticated /);
    expect(lines.slice(3)).toEqual(["a flow is named namespace/id, not 'deploy'", 'deploy', 'False']);
  });

  test('names what is missing before it sends anything', async () => {
    const printed = await runPython(
      `
from pathlib import Path
for call in [lambda: Flowgate(), lambda: Flowgate("flowgate.example"), lambda: Flowgate("http://127.0.0.1:1").run("web/deploy", table=Path("none.csv"))]:
    try:
        call()
    except (ValueError, OSError) as error:
        print(type(error).__name__, error)
`,
      { FLOWGATE_SERVER: '' },
    );
    expect(printed.trimEnd().split('\n')).toEqual([
      'ValueError the URL of Flowgate is missing: pass it, or set FLOWGATE_SERVER',
      "ValueError the URL of Flowgate must start with http:// or https://, not 'flowgate.example'",
      "FileNotFoundError [Errno 2] No such file or directory: 'none.csv'",
    ]);
  });

  test('retries what cannot start anything twice, with the same key', async () => {
    const keys: unknown[] = [];
    const busy = '{"type":"urn:flowgate:problem:too-busy","detail":"Too busy."}';
    const answers: Parameters<typeof listen>[0][] = [
      (_, response) => response.destroy(),
      (_, response) => response.writeHead(503, { 'retry-after': '1' }).end(busy),
      (_, response) => response.writeHead(429, { 'retry-after': '0' }).end('{}'),
      (_, response) => response.writeHead(202).end('{"id":"X","state":"CREATED","namespace":"web","flowId":"deploy"}'),
      (_, response) => response.writeHead(302, { location: 'https://login.example/' }).end(),
      (_, response) =>
        response.writeHead(503).end('{"type":"urn:flowgate:problem:jenkins-not-configured","detail":"No engine."}'),
      (_, response) => response.end('<html>'),
      (_, response) => response.writeHead(502).end('<html>'),
    ];
    const flaky = await listen((request, response) => {
      keys.push(request.headers['idempotency-key'] ?? request.headers.authorization);
      answers.shift()?.(request, response);
    });
    onTestFinished(() => void flaky.close());
    const printed = await runPython(
      `
flowgate = Flowgate(retry_for=10)
print(flowgate.run("web/deploy").state)
for call in range(3):
    try:
        flowgate.run("web/deploy")
    except FlowgateError as error:
        print(error)
try:
    flowgate.request("POST", "/flows", body={})
except FlowgateError as error:
    print(error)
flowgate = Flowgate("http://127.0.0.1:1", retry_for=0)
try:
    flowgate.run("web/deploy")
except ConnectionFailed as error:
    print(error)
`,
      { FLOWGATE_SERVER: urlOf(flaky) },
    );
    expect(printed.trimEnd().split('\n')).toEqual([
      'CREATED',
      'The server redirects to https://login.example/; use the URL of Flowgate itself.',
      'No engine.',
      `${urlOf(flaky)} is not a Flowgate server; check the URL.`,
      'The server responded with 502.',
      expect.stringMatching(/^Cannot reach http:\/\/127\.0\.0\.1:1: .*refused/),
    ]);
    expect(new Set(keys.slice(0, 4)).size).toBe(1);
    expect(new Set(keys).size).toBe(5);
  });
});

describe('the types', () => {
  const contract = readProjectFile('openapi.yaml');

  test('are those of openapi.yaml, in the wheel', async () => {
    const installed = await runPython('import flowgate_client.types\nprint(flowgate_client.types.__file__)\n');
    expect(readFileSync(installed.trim(), 'utf8')).toBe(pythonTypes(contract));
  });

  test('have a name for each schema, which Python resolves', async () => {
    const printed = await runPython(`
import typing
from flowgate_client import types
for name, value in list(vars(types).items()):
    if hasattr(value, "__required_keys__"):
        hints = typing.get_type_hints(value)
        print(name, *sorted(value.__required_keys__ & set(hints)), sep=",")
    elif name == "Decision":
        print(value)
`);
    const { schemas } = (parse(contract) as Contract).components;
    const [, ...fields] = (/^Execution,.*$/m.exec(printed)?.[0] ?? '').split(',');
    expect(fields).toEqual(schemas['Execution']?.required?.toSorted());
    expect(printed).toContain("typing.Literal['APPROVE', 'REJECT']");
    const declared = new Set(
      [...(pythonTypes(contract) as string).matchAll(/^(?:class )?(\w+)(?: = |\()/gm)].map(([, name]) => name),
    );
    expect(Object.keys(schemas).filter((name) => !declared.has(name))).toEqual([]);
  });
});

test('the wheel has the version of Flowgate, and its bytes do not depend on when it is built', () => {
  const { version } = JSON.parse(readProjectFile('package.json')) as { version: string };
  const wheel: string = buildPythonClient(folder);
  const first = readFileSync(wheel);
  expect(wheel).toBe(join(folder, `flowgate_client-${version}-py3-none-any.whl`));
  expect(readFileSync(buildPythonClient(folder) as string)).toEqual(first);
});
