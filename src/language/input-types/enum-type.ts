import { requireThat, type InputType } from './input-type.ts';
import { choiceFacts, choicesSchema, oneOf, readChoices, type Choices } from './read-choices.ts';
import { isPlainString } from './string-type.ts';
import { stringValues } from './type-parts.ts';

/** One of the listed strings. */
export const enumType: InputType<'ENUM', Choices, string> = {
  ...stringValues,
  name: 'ENUM',
  role: 'value',
  emptyText: 'choice',
  foreignNames: ['CHOICE', 'SELECT'],
  jenkinsParameters: ['choice'],
  expected: 'a string',
  definition: {
    description: 'One of the listed values.',
    constraints: { values: choicesSchema },
    required: ['values'],
    suggestion: { type: 'string' },
  },
  readConstraints: (properties) => ({ values: readChoices(properties) }),
  check(value, { constraints: { values } }) {
    // An empty list means that it could not be read, which is reported elsewhere.
    const isListed = values.includes(value) || values.length === 0;
    return requireThat(isListed, () => `Value must be ${oneOf(values, value)}`);
  },
  keywords: ({ constraints: { values } }) => ({ type: 'string', enum: values }),
  takes: isPlainString,
  isShellWord: (constraints) => constraints?.values.every((value) => /^[\w.,:@%+/-]+$/.test(value)) === true,
  build: {
    rule: { kind: 'choice' },
    facts: choiceFacts,
    control: ({ values }) => ({ kind: 'choice', values }),
  },
  documentation: { value: 'one of `values`' },
};
