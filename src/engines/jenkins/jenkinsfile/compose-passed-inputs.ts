import type { PassedInput, PlannedCall } from '../../../language/execution-plan/flow-plan.ts';
import type { GroovyCode } from '../../../language/groovy/groovy-code.ts';
import { groovyMap, groovyString } from '../../../language/groovy/quote.ts';
import type { RuntimeCalls } from '../../../language/groovy/runtime-calls.ts';
import { templateMessage } from '../../../language/task-types/groovy-message.ts';

/** The values that a parent passes to a child's inputs: input id to the text of its value, evaluated in the parent. */
export function composePassedInputs(inputs: PlannedCall['inputs'], runtime: RuntimeCalls): GroovyCode {
  return groovyMap(Object.fromEntries([...inputs].map(([id, value]) => [id, passedValue(value, runtime)])));
}

function passedValue(value: PassedInput, runtime: RuntimeCalls): GroovyCode {
  switch (value.kind) {
    case 'text':
      return groovyString(value.text);
    case 'message':
      return templateMessage(value.template, 'call', runtime).code;
    case 'value':
      return runtime.callInFrame('passed', groovyString(value.name));
    case 'secret':
      return runtime.callInFrame('passedSecret', groovyString(value.name));
    case 'file':
      return runtime.callInFrame('passedFile', groovyString(value.name));
  }
}
