import { groovy, type GroovyCode } from '../../../groovy/groovy-code.ts';
import { groovyMap, groovyString } from '../../../groovy/quote.ts';
import { templateMessage } from '../../../language/task-types/groovy-message.ts';
import type { PassedInput, PlannedCall } from '../../../execution-plan/flow-plan.ts';

/** What a parent passes to a child's inputs: child input id to the text of its value, evaluated in the parent. */
export function composePassedInputs(inputs: PlannedCall['inputs']): GroovyCode {
  return groovyMap(Object.fromEntries([...inputs].map(([id, value]) => [id, passedValue(value)])));
}

function passedValue(value: PassedInput): GroovyCode {
  switch (value.kind) {
    case 'text':
      return groovyString(value.text);
    case 'message':
      return templateMessage(value.template, 'call').code;
    case 'value':
      return groovy`passed(${groovyString(value.name)})`;
    case 'secret':
      return groovy`passedSecret(${groovyString(value.name)})`;
    case 'file':
      return groovy`passedFile(${groovyString(value.name)})`;
  }
}
