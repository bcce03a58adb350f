import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../src/base/config/package-root.ts';
import type { OperationId } from '../../../src/faces/api-client/operation-types.ts';
import { loadContract, routesOf } from '../../../src/faces/http/openapi/contract.ts';

/** The operations that no command calls, and what to do instead. */
const withoutCommand: Readonly<Partial<Record<OperationId, string>>> = {
  convertToJenkins: '`transpile` needs no server; `flows get --format jenkinsfile` asks one',
  checkConversion: '`validate` says what `transpile` will say',
  importJenkinsfile: 'for the console; `import` needs no server',
  outlineFlow: 'for graphs; `validate` says what is wrong with a flow',
  getExecutionOutline: 'for graphs; `status` shows the tasks that have begun',
  getTaskType: '`types` reads the list, which has everything',
  getFlowSchema: '`schema --of flow` needs no server',
  getTestSchema: '`schema --of test` needs no server',
  listPresets: 'for the run form of the console; `run` has files of values',
  savePreset: 'for the run form of the console; `run` has files of values',
  deletePreset: 'for the run form of the console; `run` has files of values',
  searchFlows: '`flows list --search` uses the list, which has the same search',
  getHome: 'for the console; `executions` and `approvals` list what it counts',
  listRecentExecutions: '`executions` has it as a filter',
  searchLogs: 'for the console; `logs` prints one to search in',
  getOutputs: '`status` has them',
  listExecutionTasks: '`status` shows the tasks that matter; a page has all of them',
  downloadFile: 'for builds, which get the link',
  downloadKeptFiles: 'for builds, which get the link',
  signalByUrl: 'for other systems, which get the link',
  getHealth: 'for probes; `system` is for people',
  getReadiness: 'for probes; `system` is for people',
  getMetrics: 'for Prometheus',
  getContract: 'for tools; the package has it',
  getDocumentation: 'a page',
  callMcp: 'for agents, which have clients of their own',
};

/** What the command line calls, such as `GET /flows`. */
function calls(): ReadonlySet<string> {
  const folder = join(packageRoot(), 'src/faces/cli');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const text = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const found = text.matchAll(/\.(GET|POST|PUT|PATCH|DELETE)\(\s*'([^']+)'/g);
  return new Set([...found].map(([, method, path]) => `${method} ${path}`));
}

test('a command calls each operation of the contract, or there is a reason', () => {
  const called = calls();
  const uncalled = routesOf(loadContract(join(packageRoot(), 'openapi.yaml')))
    .filter(({ method, path }) => !called.has(`${method.toUpperCase()} ${path}`))
    .map(({ operation }) => operation.operationId);
  expect(uncalled.toSorted()).toEqual(Object.keys(withoutCommand).toSorted());
});
