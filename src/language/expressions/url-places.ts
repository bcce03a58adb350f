import type { Template } from './template.ts';

/**
 * How a value is written at its place in a URL (DESIGN 4): taken whole as an absolute URL, a host or host:port, or
 * percent-encoded; in the part before `@` likewise encoded, so that it cannot become the host.
 */
export type UrlPlace = 'url-whole' | 'url-host' | 'url-userinfo' | 'url-part';

/**
 * The place of each reference; undefined for parts that are text. Behind a value that is taken whole everything counts
 * as `url-part`: only when the value is known is it known whether it ended with its host.
 */
export function urlPlaces(template: Template): (UrlPlace | undefined)[] {
  const sketch = template.map((part) => (part.kind === 'text' ? part.text : 'x'));
  return template.map((part, index) => {
    if (part.kind === 'text') return undefined;
    if (index === 0) return 'url-whole';
    const inAuthority = template[0]?.kind === 'text' && openAuthority.test(sketch.slice(0, index).join(''));
    if (!inAuthority) return 'url-part';
    const rest =
      sketch
        .slice(index + 1)
        .join('')
        .split(/[/?#]/, 1)[0] ?? '';
    return rest.includes('@') ? 'url-userinfo' : 'url-host';
  });
}

const openAuthority = /^https?:\/\/[^/?#]*$/i;

/** What is wrong with the author's part of a URL, in words that follow "The URL"; undefined when nothing is. */
export function urlProblem(template: Template): string | undefined {
  const sketch = template.map((part) => (part.kind === 'text' ? part.text : 'x')).join('');
  if (/[\s\p{Cc}]/u.test(sketch)) return 'holds a blank, a line break or a control character';
  if (template[0]?.kind !== 'reference' && !/^https?:\/\/[^/?#]/i.test(sketch)) {
    return 'must begin with http:// or https:// and a host, or with a reference to such a URL';
  }
  return undefined;
}
