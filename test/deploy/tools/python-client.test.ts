import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
// @ts-expect-error it has no types: it is a script of this project, and runs without a compiler
import { buildPythonClient } from '../../../scripts/setup/python-client.mjs';
import { temporaryFolder } from '../../support/redis.ts';
import { runTool } from './run-tool.ts';

const client = 'clients/python/flowgate_client';

/** What mypy says about a program that uses the client. */
function mypy(...args: readonly string[]): string {
  return runTool('FLOWGATE_TEST_MYPY', ['--strict', '--no-incremental', ...args]).output;
}

test('mypy accepts the Python client and its use, and rejects a wrong use', () => {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  buildPythonClient(folder); // generates the types
  expect(mypy(client)).toMatch(/^Success: no issues found in 6 source files/);

  const program = join(folder, 'program.py');
  const use =
    'from clients.python.flowgate_client import Flowgate\nexecution = Flowgate().run("web/deploy", version="v1")\n';
  writeFileSync(program, `${use}text: str = execution.wait().record["history"][0]["at"]\n`);
  expect(mypy('--explicit-package-bases', program)).toMatch(/^Success/);
  writeFileSync(program, `${use}text: int = execution.state\nexecution.record["nothing"]\n`);
  expect(mypy('--explicit-package-bases', program)).toMatch(/Incompatible types in assignment[^]*no key "nothing"/);
});
