import { describe, expect, test } from 'vitest';
import { parseXml } from '../../../src/base/text/parse-xml.ts';

const limits = { length: 1024 * 1024, tags: 2_000, depth: 20 };

/** Elements as `name(start-end): text [children]`. */
const parsed = (xml: string) =>
  parseXml<string>(
    xml,
    limits,
    ({ name, text, start, end }, children) => `${name}(${start}-${end}): ${text.trim()} [${children.join(' ')}]`,
  );

const laughs = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`);

describe('a document', () => {
  test('is its elements, with their texts and places', () => {
    expect(parsed('<?xml version="1.1"?><a><!-- no --><b x="y">1 &lt; 2</b><![CDATA[<c>]]></a>')).toEqual({
      root: 'a(21-75): <c> [b(35-56): 1 < 2 []]',
    });
  });

  test('keeps the control characters of XML 1.1, and private characters', () => {
    expect(parsed('<a>&#x1b;&#7;&#9;b</a>')).toEqual({ root: 'a(0-22): \u001B\u0007\tb []' });
    expect(parsed('<a>\uE01B\uE0FF</a>')).toEqual({ root: 'a(0-9): \uE01B\uE0FF []' });
  });

  test('ends where it ends, whatever its characters', () => {
    expect(parsed('<a>\u{1F680}</a>')).toEqual({ root: 'a(0-9): \u{1F680} []' });
  });

  test.each([
    ['<a>&b;</a>', 'Named entity'],
    [`<!DOCTYPE a [<!ENTITY l0 "ha">${laughs.join('')}]><a>&l9;</a>`, 'Named entity'],
    ['<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'Named entity'],
    ['<a>', 'The XML is invalid'],
    ['<a>\u001B</a>', 'The XML is invalid'],
    [' '.repeat(2 * 1024 * 1024), 'larger than the limit of 1 MB'],
    [`<a>${'<b/>'.repeat(2_000)}</a>`, 'too many elements'],
    [`${'<a>'.repeat(30)}${'</a>'.repeat(30)}`, 'nested too deeply'],
  ])('cannot be (case %#)', (xml, problem) => {
    expect(parsed(xml)).toEqual({ problem: expect.stringContaining(problem), at: expect.any(Number) });
  });

  test('is not read if it is nested more deeply than the stack of a parser', () => {
    const deep = parseXml(`${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`, { length: 1e6, depth: 200 }, () => '');
    expect(deep).toEqual({ problem: 'The elements are nested too deeply.', at: 0 });
  });
});
