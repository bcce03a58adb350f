import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';
import { loadContract, routesOf } from '../../src/http/contract/contract.ts';
import { docsPage } from '../../src/http/documentation/docs-page.ts';
import { html, prose } from '../../src/http/documentation/html.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const contract = loadContract(join(packageRoot(), 'openapi.yaml'));
const page = docsPage(contract, '1.2.3');
const all = (pattern: RegExp) => [...page.matchAll(pattern)].map((match) => match[1] ?? '');

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

describe('the page', () => {
  it('shows each operation once, under the heading of its tag', () => {
    const ids = routesOf(contract).map(({ operation }) => operation.operationId);
    expect(all(/<article class="operation" id="([^"]+)"/g).toSorted()).toEqual(ids.toSorted());
  });

  it('has a target for every link, and no duplicate ids', () => {
    const ids = all(/ id="([^"]+)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    expect(all(/href="#([^"]+)"/g).filter((target) => !ids.includes(target))).toEqual([]);
  });

  it('needs no script, no inline style and no other host', () => {
    expect(page).not.toMatch(/<script|<style| style=| on[a-z]+=|javascript:|https?:\/\/(?!json-schema)/i);
  });

  it('has landmarks, a language, one first-level heading, and no gaps between heading levels', () => {
    for (const part of ['<html lang="en">', '<header>', '<nav aria-label=', '<main id="content">', 'href="#content"'])
      expect(page).toContain(part);
    const levels = all(/<h([1-6])\b/g).map(Number);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(
      levels.slice(levels.indexOf(1)).filter((level, index, list) => level - (list[index - 1] ?? level) > 1),
    ).toEqual([]);
    expect(all(/<table>\n(.{9})/g).every((start) => start === '<caption>')).toBe(true);
  });

  it('escapes markup in descriptions', () => {
    expect(String(html`<b title="${'"<&'}">${'<script>'}${['a', html`<i>b</i>`]}${undefined}</b>`)).toBe(
      '<b title="&quot;&lt;&amp;">&lt;script&gt;a<i>b</i></b>',
    );
    expect(String(prose('see `a < b`'))).toBe('see <code>a &lt; b</code>');
  });
});

describe('GET /docs', () => {
  it('has a content security policy that allows only its stylesheet', async () => {
    const answer = await request(gateway.app)
      .get('/docs')
      .expect(200)
      .expect('Content-Type', /^text\/html/);
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none';style-src 'self';img-src data:;base-uri 'none';form-action 'none';frame-ancestors 'none'",
    );
    const [style = ''] = all(/rel="stylesheet" href="([^"]+)"/g);
    await request(gateway.app)
      .get(`/${style}`)
      .expect(200)
      .expect('Content-Type', /^text\/css/);
  });

  it.each(['light', 'dark'])('has colours with sufficient contrast in the %s theme', (theme) => {
    const style = readFileSync(join(packageRoot(), 'templates', 'docs', 'style.css'), 'utf8');
    const block =
      theme === 'light'
        ? style.slice(0, style.indexOf('@media'))
        : style.slice(style.indexOf('prefers-color-scheme: dark'));
    const colours = new Map(
      [...block.matchAll(/--(\w+): (#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value]),
    );
    for (const name of ['ink', 'quiet', 'link', 'get', 'post', 'put', 'delete']) {
      for (const ground of ['paper', 'panel'])
        expect(contrast(colours.get(name) ?? '', colours.get(ground) ?? ''), `${name} on ${ground}`).toBeGreaterThan(
          4.5,
        );
    }
  });
});

describe('GET /schemas/flow', () => {
  it('returns the schema of flow documents', async () => {
    const { body } = await request(gateway.app).get('/schemas/flow').expect(200);
    expect(body).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      required: ['id', 'namespace', 'tasks'],
    });
  });
});

/** The contrast of two colours as defined by WCAG 2. */
function contrast(left: string, right: string): number {
  const [light = 0, dark = 0] = [luminance(left), luminance(right)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
