import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { transpile } from '../src/engines/jenkins/jenkinsfile/transpile.ts';
import { defaultFlowLimits } from '../src/language/document/flow-limits.ts';
import { checkFlow, type FlowCheck } from '../src/language/flow/check-flow.ts';
import type { ValidatedFlow } from '../src/language/flow/flow.ts';
import { inputSchema } from '../src/language/inputs/input-schema.ts';
import { unlimitedTime } from '../src/language/safe-patterns/time-budget.ts';
import { loadTaskRegistry } from '../src/language/task-loader/load-task-registry.ts';
import { ownTaskFolder } from '../src/language/task-loader/task-folder.ts';

/**
 * Each folder of `golden/flows` shows one behavior: `flow.yaml` (or `flow.json`) and the expected results in the files
 * below, if present; `called.yaml` is a flow that it may call. `UPDATE_GOLDEN=1` rewrites them and adds missing `problems.json`.
 */
const expectedFiles: Readonly<Record<string, (check: FlowCheck, called: ValidatedFlow | undefined) => string>> = {
  'problems.json': ({ problems }) => json(problems),
  'inputs.schema.json': ({ flow }) => json(flow && inputSchema(flow.inputs)),
  'Jenkinsfile.expected': ({ flow }, called) => (flow === undefined ? '' : ownPart(flow, called)),
};

const folder = join(import.meta.dirname, 'golden', 'flows');
const update = process.env.UPDATE_GOLDEN === '1';
const options = {
  taskTypes: await loadTaskRegistry({ folders: [ownTaskFolder()], vendor: 'vendor' }),
  vendor: 'vendor',
  prefix: 'VENDOR',
  limits: defaultFlowLimits,
  makeBudget: unlimitedTime,
};

describe.each(readdirSync(folder))('%s', (behaviour) => {
  const path = (file: string): string => join(folder, behaviour, file);
  const format = existsSync(path('flow.json')) ? 'json' : 'yaml';
  const called = existsSync(path('called.yaml'))
    ? checkFlow({ text: readFileSync(path('called.yaml'), 'utf8'), format: 'yaml' }, options).flow
    : undefined;
  const check = checkFlow({ text: readFileSync(path(`flow.${format}`), 'utf8'), format }, options);
  const present = Object.keys(expectedFiles).filter(
    (file) => existsSync(path(file)) || (update && file === 'problems.json'),
  );

  test.each(present)('%s', (file) => {
    const actual = expectedFiles[file]?.(check, called) ?? '';
    if (update) writeFileSync(path(file), actual);
    expect(actual).toBe(readFileSync(path(file), 'utf8'));
  });
});

/** The Jenkinsfile of a flow without the part that is the same in all of them. */
function ownPart(flow: ValidatedFlow, called: ValidatedFlow | undefined): string {
  const { jenkinsfile } = transpile(flow, {
    taskTypes: options.taskTypes,
    settings: options,
    parameters: 'declared',
    subflow: () => called && { flow: called, revision: 1 },
  });
  const end = jenkinsfile.indexOf('\n// The runtime for flows, tasks and scripts;');
  return jenkinsfile.slice(0, end);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
