import { expect, it } from 'vitest';
import { task } from '../../tasks/subflow.ts';

const common = {
  id: 'child',
  type: 'dev.vendor.plugin.core.flow.Subflow',
  disabled: false,
  allowFailure: false,
  outputSchema: {},
};

it('calls a flow with unchanged values', () => {
  const properties = { namespace: 'ci', flowId: 'build', revision: 3, inputs: { a: '{{ inputs.a }}', b: [1, true] } };
  expect(task.subflow?.({ ...common, properties })).toEqual(properties);
});

it('calls the latest revision without inputs by default', () => {
  const properties = { namespace: 'ci', flowId: 'build' };
  expect(task.subflow?.({ ...common, properties })).toEqual({ ...properties, inputs: {} });
});
