import { describe, expect, it } from 'vitest';
import { joinYamlDocument, splitYamlStream } from '../../../src/abilities/documents/yaml-stream.ts';

const textsOf = (stream: string) => splitYamlStream(stream).map(({ text }) => text);

describe('splitYamlStream', () => {
  it.each<[string, string, string[]]>([
    ['one document', 'a: 1\n', ['a: 1\n']],
    ['documents after markers', '---\na: 1\n---\nb: 2\n', ['a: 1\n', 'b: 2\n']],
    ['an end marker', 'a: 1\n...\nb: 2\n', ['a: 1\n', 'b: 2\n']],
    ['content on the marker', '--- {a: 1}\n--- {b: 2}\n', ['--- {a: 1}\n', '--- {b: 2}\n']],
    [
      'directives',
      '%YAML 1.2\n---\na: 1\n...\n%YAML 1.2\n---\nb: 2\n',
      ['%YAML 1.2\n---\na: 1\n', '%YAML 1.2\n---\nb: 2\n'],
    ],
    ['comments before a marker', '# c\n---\na: 1\n', ['# c\n---\na: 1\n']],
    ['empty documents', '---\n---\n# only this\n---\na: 1\n---\n', ['# only this\n---\na: 1\n']],
    ['line ends of other systems', '---\r\na: 1\r\n---\r\nb: 2', ['a: 1\r\n', 'b: 2']],
    ['dashes that are no marker', 'a:\n  ---\n----\n', ['a:\n  ---\n----\n']],
    ['nothing', '\n# c\n', []],
    ['blank lines before a marker', '\n \n---\na: 1\n', ['a: 1\n']],
    ['lines that only others take for ended', 'a: b\r---\n\u2028---\n', ['a: b\r---\n\u2028---\n']],
  ])('cuts %s', (_, stream, texts) => {
    expect(textsOf(stream)).toEqual(texts);
  });

  it('stops after the last requested document', () => {
    expect(splitYamlStream('a: 1\n---\nb: 2\n---\nc: 3\n', 2).map(({ text }) => text)).toEqual(['a: 1\n', 'b: 2\n']);
  });

  it('returns the first line of each document', () => {
    expect(splitYamlStream('---\na: 1\n---\n\nb: 2\n').map(({ line }) => line)).toEqual([2, 4]);
    expect(splitYamlStream('\n\n---\na: 1\n').map(({ line }) => line)).toEqual([4]);
    expect(splitYamlStream('a: 1\n--- {b: 2}\n').map(({ line }) => line)).toEqual([1, 2]);
  });
});

describe('joinYamlDocument', () => {
  it.each([
    ['a: 1\n'],
    ['a: 1'],
    ['a: 1\r\n'],
    ['---\na: 1\n'],
    ['---\na: 1\n...\n'],
    ['a: 1\n...'],
    ['a: 1\n---\n'],
    ['# c\n--- # d\na: 1\n'],
    ['%YAML 1.2\n---\na: 1\n'],
    ['\n\na: 1\n# end\n\n\n'],
    ['--- # flowgate: 3 lines\na: 1\n'],
    ['\u{FEFF}a: 1\n'],
    ['{"a": 1}'],
  ])('can be undone for %j', (text) => {
    const stream = joinYamlDocument(text) + joinYamlDocument('other: 2\n') + joinYamlDocument(text);
    expect(textsOf(stream)).toEqual([text, 'other: 2\n', text]);
    expect(splitYamlStream(joinYamlDocument(text, true))).toMatchObject([{ text, isJson: true }]);
  });

  it('handles a note with more lines than the stream has', () => {
    const stream = `--- # flowgate: 9999999 lines\na: 1\n${'# c\n'.repeat(200_000)}`;
    expect(splitYamlStream(stream)).toMatchObject([{ line: 2, text: expect.stringMatching(/^a: 1\n/) }]);
  });

  it('adds nothing to ordinary documents', () => {
    expect(joinYamlDocument('a: 1\n')).toBe('---\na: 1\n');
    expect(joinYamlDocument('%YAML 1.2\n---\na: 1\n')).toBe('...\n%YAML 1.2\n---\na: 1\n');
    expect(joinYamlDocument('a: 1')).toBe('--- # flowgate: no line break at the end\na: 1\n');
  });
});
