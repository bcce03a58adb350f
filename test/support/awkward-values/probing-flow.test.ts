import { expect, test } from 'vitest';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import { checkFlow } from '../../../src/language/flow/check-flow.ts';
import { unlimitedTime } from '../../../src/language/safe-patterns/time-budget.ts';
import { loadTaskRegistry } from '../../../src/language/task-loader/load-task-registry.ts';
import { ownTaskFolder } from '../../../src/language/task-loader/task-folder.ts';
import { calledFlow as stoppedCall, stoppedFlows } from '../random-stops/stopped-flows.ts';
import { probedCases } from './probes.ts';
import { calledFlow, probingFlow } from './probing-flow.ts';

// Problems that otherwise only a controller would find, after minutes.
const options = {
  taskTypes: await loadTaskRegistry({ folders: [ownTaskFolder()], vendor: 'vendor' }),
  vendor: 'vendor',
  prefix: 'VENDOR',
  limits: defaultFlowLimits,
  makeBudget: unlimitedTime,
};
const errorsOf = (text: string) =>
  checkFlow({ text, format: 'yaml' }, options).problems.filter(({ severity }) => severity === 'error');

test.each(probedCases.map((probed) => [probed.name, probed] as const))(
  'the flows for %s have no errors',
  (_name, probed) => {
    expect(errorsOf(probingFlow(probed))).toEqual([]);
    expect(errorsOf(calledFlow(probed))).toEqual([]);
  },
);

test.each([stoppedCall, ...stoppedFlows.map(({ text }) => text)])(
  'the flows that are stopped have no errors: %#',
  (text) => {
    expect(errorsOf(text)).toEqual([]);
  },
);
