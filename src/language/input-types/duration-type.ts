import type { InputType } from './input-type.ts';
import { stringsOfForm } from './strings-of-form.ts';
import { always, oneLine, type NoConstraints } from './type-parts.ts';

const form = 'a duration such as 90s, 1.5m or 2h (a number with the unit s, m or h)';
const pattern = '^[0-9]+(?:\\.[0-9]+)?[smh]$';
const duration = new RegExp(pattern, 'u');

/** A duration, `<number><unit>` with the unit s, m or h. */
export const durationType: InputType<'DURATION', NoConstraints, string> = {
  ...stringsOfForm(form, (value) => duration.test(value)),
  name: 'DURATION',
  definition: {
    description: 'A number with the unit s, m or h.',
    constraints: {},
    suggestion: { type: 'string', pattern },
  },
  keywords: () => ({ type: 'string', pattern }),
  isShellWord: always,
  build: {
    rule: { kind: 'pattern', pattern: '[0-9]+(\\.[0-9]+)?[smh]', expected: 'a duration such as 90s, 15m or 2h' },
    control: oneLine,
  },
  documentation: { value: 'a number and `s`, `m` or `h`: `90s`, `1.5h`' },
};
