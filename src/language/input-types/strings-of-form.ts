import { quoteShort } from '../../base/problem/describe-value.ts';
import { requireThat, type Checked } from './input-type.ts';
import { isPlainString } from './string-type.ts';
import { noConstraints, stringValues } from './type-parts.ts';

/** A type whose values are JSON strings in a certain form. @param form what a value must be */
export const stringsOfForm = (form: string, isRight: (value: string) => boolean) =>
  ({
    ...stringValues,
    role: 'value',
    emptyText: 'missing',
    foreignNames: [],
    expected: form,
    readConstraints: noConstraints,
    check: (value: string): Checked =>
      requireThat(isRight(value), () => `Value must be ${form}; found ${quoteShort(value)}`),
    takes: isPlainString,
  }) as const;
