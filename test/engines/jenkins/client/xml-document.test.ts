import { expect, it } from 'vitest';
import { element, parseXml, printXml } from '../../../../src/engines/jenkins/client/xml-document.ts';

it('reads no document with more elements or levels than a job has', () => {
  expect(parseXml(`<a>${'<b/>'.repeat(1_000)}</a>`)?.children).toHaveLength(1_000);
  expect(parseXml(`<a>${'<b/>'.repeat(1_000_000)}</a>`)).toBeUndefined();
  const nested = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels);
  expect(parseXml(nested(90))).toBeDefined();
  expect(parseXml(nested(200))).toBeUndefined();
});

it('expands no entities, and keeps control characters and the line breaks of attributes', () => {
  expect(parseXml('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).toBeUndefined();
  expect(parseXml("<?xml version='1.1'?><a>&#x1b;[31m</a>")?.text).toBe('\u001B[31m');
  const root = element('a', '', { b: 'c\n\td' });
  expect(parseXml(printXml(root))).toEqual(root);
});
