import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../../src/language/expressions/parse-template.ts';
import { requestTexts, urlPlaces, urlProblem } from '../../../tasks/support/request-texts.ts';

const placesOf = (url: string) => urlPlaces(parseTemplate(url).template).filter((place) => place !== undefined);
const x = '{{ inputs.x }}';

describe('urlPlaces', () => {
  it.each([
    [x, ['url-whole']],
    [`${x}/${x}?${x}`, ['url-whole', 'url-part', 'url-part']],
    [`${x}${x}`, ['url-whole', 'url-part']],
    [`https://${x}`, ['url-host']],
    [`HTTP://api.${x}.example:${x}/${x}`, ['url-host', 'url-host', 'url-part']],
    [`https://${x}:${x}@${x}/@${x}`, ['url-userinfo', 'url-userinfo', 'url-host', 'url-part']],
    [`https://a?${x}#${x}`, ['url-part', 'url-part']],
  ])('of %s', (url, places) => {
    expect(placesOf(url)).toEqual(places);
  });
});

describe('urlProblem', () => {
  it.each([x, `${x}/a`, 'http://a', `https://${x}/b%20c`])('accepts %s', (url) => {
    expect(urlProblem(parseTemplate(url).template)).toBeUndefined();
  });
  it.each(['', 'ftp://a', `a${x}`, 'https:///a', 'http://a/b c', 'http://a\n'])('rejects %j', (url) => {
    expect(urlProblem(parseTemplate(url).template)).toBeTypeOf('string');
  });
});

describe('requestTexts', () => {
  const usesOf = (body: string, contentType?: string) => {
    const headers: Record<string, string> = contentType === undefined ? {} : { 'Content-Type': contentType };
    return requestTexts({ url: 'http://a', headers, body }, () => undefined);
  };

  it('treats a body as JSON if its type says so, or if it is an object or a list', () => {
    expect(usesOf(`{"a": "\\"${x}", "b": ${x}}`).body?.placeholders.map(({ use }) => use)).toEqual([
      'json-string',
      'json-text',
    ]);
    expect(usesOf(`[${x}]`).headers?.text).toBe('Content-Type: application/json\n');
    expect(usesOf(x).body?.placeholders.map(({ use }) => use)).toEqual(['raw']);
    expect(usesOf(x).headers).toBeUndefined();
    expect(usesOf(x, 'application/problem+json; charset=utf-8').body?.placeholders.map(({ use }) => use)).toEqual([
      'json-text',
    ]);
    expect(usesOf(`{"a": "${x}"}`, 'text/plain').body?.placeholders.map(({ use }) => use)).toEqual(['raw']);
  });

  it('reads each header separately', () => {
    const { headers } = requestTexts(
      { url: 'http://a', headers: { A: 'open {{', B: `close }} ${x}` } },
      () => undefined,
    );
    expect(headers?.text).toBe('A: open {{\nB: close }} ${X}\n');
  });
});
