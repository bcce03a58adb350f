import type { PlannedCall } from '../../../execution-plan/flow-plan.ts';
import type { FlowScope } from './flow-scope.ts';
import type { PassedValue, PassedValues } from './read-values.ts';

/** What a flow passes to a flow that it calls, evaluated in the scope of the calling flow. */
export function calledValues({ inputs }: PlannedCall, scope: FlowScope): PassedValues {
  const values = new Map<string, PassedValue>();
  for (const [id, value] of inputs) {
    switch (value.kind) {
      case 'text':
        values.set(id, value.text);
        break;
      case 'message':
        values.set(id, scope.fill(value.template));
        break;
      case 'value':
      case 'secret':
        if (scope.hasValue(value.name)) values.set(id, scope.value(value.name));
        break;
      case 'file': {
        const file = scope.files.get(value.name);
        if (file !== undefined) values.set(id, file);
      }
    }
  }
  return values;
}
