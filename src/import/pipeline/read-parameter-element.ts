import type { Call, Expression } from '../groovy/syntax.ts';
import { simpleName } from './class-name.ts';
import { callAt, listAt, unknownCall } from './config-calls.ts';
import { childOf, textAt, type ConfigElement } from './config-element.ts';

/** Reads a definition of a parameter as the call that a pipeline declares it with, such as `string(name: 'x')`. */
export function readParameter(element: ConfigElement): Call {
  const name = textAt(element, 'name') ?? '';
  const description = textAt(element, 'description');
  const defaultValue = childOf(element, 'defaultValue')?.text;
  switch (simpleName(element.name)) {
    case 'StringParameterDefinition': {
      const isTrimmed = textAt(element, 'trim') === 'true';
      return callAt(element, 'string', { name, defaultValue, description, trim: isTrimmed ? true : undefined });
    }
    case 'TextParameterDefinition':
      return callAt(element, 'text', { name, defaultValue, description });
    case 'BooleanParameterDefinition':
      return callAt(element, 'booleanParam', { name, defaultValue: defaultValue?.trim() === 'true', description });
    case 'ChoiceParameterDefinition':
      return callAt(element, 'choice', { name, choices: choicesOf(element), description });
    // The default value is encrypted with a key of the controller.
    case 'PasswordParameterDefinition':
      return callAt(element, 'password', { name, description });
    case 'CredentialsParameterDefinition':
      return callAt(element, 'credentials', {
        name,
        defaultValue,
        description,
        credentialType: textAt(element, 'credentialType'),
        required: textAt(element, 'required') === 'true',
      });
    case 'FileParameterDefinition':
      return callAt(element, 'file', { name, description });
    default:
      return unknownCall(element);
  }
}

/** Lists are `<choices><string>`, or an array inside: `<choices class="java.util.Arrays$ArrayList"><a><string>`. */
function choicesOf(element: ConfigElement): Expression {
  const choices = childOf(element, 'choices') ?? element;
  const items = childOf(choices, 'a') ?? choices;
  const texts = items.children.filter(({ name }) => name === 'string');
  return listAt(
    choices,
    texts.map(({ text, start, end }) => ({ kind: 'literal', value: text, start, end })),
  );
}
