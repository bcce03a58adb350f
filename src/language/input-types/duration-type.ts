import type { InputType } from './input-type.ts';
import { isPlainString } from './string-type.ts';
import { always, checkForm, noConstraints, oneLine, stringValues, type NoConstraints } from './type-parts.ts';

const form = 'a duration such as 90s, 1.5m or 2h (a number with the unit s, m or h)';
const pattern = '^[0-9]+(?:\\.[0-9]+)?[smh]$';
const duration = new RegExp(pattern, 'u');

/** A duration, `<number><unit>` with the unit s, m or h. */
export const durationType: InputType<'DURATION', NoConstraints, string> = {
  ...stringValues,
  name: 'DURATION',
  role: 'value',
  emptyText: 'missing',
  foreignNames: [],
  expected: form,
  definition: {
    description: 'A number with the unit s, m or h.',
    constraints: {},
    suggestion: { type: 'string', pattern },
  },
  readConstraints: noConstraints,
  check: (value) => checkForm(value, duration.test(value), form),
  keywords: () => ({ type: 'string', pattern }),
  takes: isPlainString,
  isShellWord: always,
  build: {
    rule: { kind: 'pattern', pattern: '[0-9]+(\\.[0-9]+)?[smh]', expected: 'a duration such as 90s, 15m or 2h' },
    control: oneLine,
  },
  documentation: { value: 'a number and `s`, `m` or `h`: `90s`, `1.5h`' },
};
