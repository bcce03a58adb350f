import { demand, type InputType } from '../input-type.ts';
import { oneOf, readChoices } from './read-choices.ts';
import { isText, sameText } from './type-parts.ts';

/** One of the listed texts. */
export const enumType: InputType<'ENUM', string> = {
  name: 'ENUM',
  expected: 'a text',
  constraintNames: ['values'],
  notation: { kind: 'text' },
  readConstraints: (properties) => ({ values: readChoices(properties) }),
  accepts: isText,
  check(value, { constraints: { values } }) {
    // Without a single value the list could not be read, which is a problem of its own.
    const isListed = values.includes(value) || values.length === 0;
    return demand(isListed, () => `Value must be ${oneOf(values, value)}`);
  },
  keywords: ({ constraints: { values } }) => ({ type: 'string', enum: values }),
  fromText: sameText,
  toText: sameText,
};
