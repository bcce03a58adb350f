import { describe, expect, it } from 'vitest';
import { webhookBody } from '../../../../src/faces/http/request/webhook-body.ts';

const form = (text: string) =>
  webhookBody({ bytes: Buffer.from(text), mediaType: 'application/x-www-form-urlencoded' });

describe('the form of a webhook call', () => {
  it('has each field once, and a list for one that occurs several times', () => {
    expect(form('a=1&b=x+y&a=2&__proto__=z')).toEqual(
      Object.fromEntries([
        ['a', ['1', '2']],
        ['b', 'x y'],
        ['__proto__', 'z'],
      ]),
    );
  });

  it('is read as fast with many different fields as with few', () => {
    const names = Array.from({ length: 50_000 }, (_, index) => `f${index}`);
    expect(Object.keys(form(names.join('&')) ?? {})).toEqual(names);
  });

  it('has as many fields as JSON has values', () => {
    expect(() => form('a&'.repeat(50_001))).toThrow('The form must contain at most 50000 fields.');
  });
});
