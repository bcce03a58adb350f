import { expect, it } from 'vitest';
import { composePipeline } from '../../../../src/engines/jenkins/jenkinsfile/compose-pipeline.ts';
import { flowOf, flowText, taskTypes } from '../../../support/transpile-yaml.ts';

const tasks = 'tasks: [{id: say, type: dev.vendor.plugin.core.log.Log, message: Hello}]\n';

it.each([
  ['durability: performance\n', 'declared', "'PERFORMANCE_OPTIMIZED'"],
  ['durability: performance\n', 'external', undefined],
  ['durability: full\n', 'declared', undefined],
  ['', 'declared', undefined],
] as const)('the text of a flow with %j and %s parameters has the durability hint', (durability, parameters, hint) => {
  const { pipeline } = composePipeline(flowOf(flowText(durability + tasks)), {
    taskTypes,
    settings: { vendor: 'vendor', prefix: 'VENDOR' },
    parameters,
  });
  const { frame } = pipeline;
  const printed = frame.kind === 'declarative' ? frame.durability : undefined;
  expect(printed && String(printed)).toBe(hint);
});
