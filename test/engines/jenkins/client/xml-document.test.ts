import { expect, it } from 'vitest';
import { parseXml } from '../../../../src/engines/jenkins/client/xml-document.ts';

it('reads no document with more elements or levels than a job has', () => {
  expect(parseXml(`<a>${'<b/>'.repeat(1_000)}</a>`)?.children).toHaveLength(1_000);
  expect(parseXml(`<a>${'<b/>'.repeat(1_000_000)}</a>`)).toBeUndefined();
  const nested = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels);
  expect(parseXml(nested(90))).toBeDefined();
  expect(parseXml(nested(200))).toBeUndefined();
});
