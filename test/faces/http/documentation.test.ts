import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html } from '../../../src/base/text/html.ts';
import { baseMark } from '../../../src/faces/http/documentation/base-mark.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { temporaryFolder } from '../../support/redis.ts';

const folder = temporaryFolder();
const help = join(folder, 'help');
let gateway: TestGateway;
let gatewayBelow: TestGateway;

beforeAll(async () => {
  const files = {
    'api-page/scalar-1.js.br': brotliCompressSync('the renderer'),
    'api-page/api-page-2.css.br': brotliCompressSync('body {}'),
    'api-page/icon-3.svg.br': brotliCompressSync('<svg/>'),
  };
  for (const [name, bytes] of Object.entries(files)) write(name, bytes);
  const documentation = { apiPage: join(folder, 'api-page'), help };
  gateway = await startTestGateway({ documentation });
  gatewayBelow = await startTestGateway({ documentation, basePath: '/tools' });
});
afterAll(async () => {
  await gateway.stop();
  await gatewayBelow.stop();
  rmSync(folder, { recursive: true });
});

function write(name: string, bytes: Buffer): void {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), bytes);
}

describe('GET /docs', () => {
  it('is a page without inline scripts, for which nothing but styles is inline', async () => {
    const { text, headers } = await request(gateway.app)
      .get('/docs')
      .expect(200)
      .expect('Content-Type', /^text\/html/);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("connect-src 'self';");
    expect(policy.match(/unsafe-\w+/g)).toEqual(['unsafe-inline']);
    expect(text).toContain('<script src="docs/assets/scalar-1.js"></script>');
    expect(text).toContain('preferredSecurityScheme&quot;:&quot;user&quot;');
  });

  it('loads files that are cached for ever, compressed if the browser can read that', async () => {
    const plain = await request(gateway.app).get('/docs/assets/scalar-1.js').set('Accept-Encoding', 'gzip').expect(200);
    expect(plain.text).toBe('the renderer');
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    const { headers } = await request(gateway.app).head('/docs/assets/api-page-2.css').set('Accept-Encoding', 'br');
    expect(headers['content-encoding']).toBe('br');
    await request(gatewayBelow.app).get('/tools/docs/assets/icon-3.svg').expect(200);
  });

  it.each(['missing.js', 'constructor', '..%2fpackage.json', 'scalar-1.js.br', '.sources'])(
    'has no file %s',
    async (name) => {
      await request(gateway.app)
        .get(`/docs/assets/${name}`)
        .expect(404)
        .expect('Content-Type', /problem/);
    },
  );

  it.each([
    ['flowgate_theme=dark', 'forceDarkModeState&quot;:&quot;dark&quot;'],
    ['flowgate_theme=other', 'telemetry&quot;:false'],
  ])('with the cookie %s has %s', async (cookie, setting) => {
    const { text } = await request(gateway.app).get('/docs').set('Cookie', cookie);
    expect(text).toContain(setting);
    expect(text.includes('forceDarkModeState')).toBe(cookie.includes('dark'));
  });

  it('escapes markup', () => {
    expect(String(html`<b title="${'"<&'}">${'<script>'}${['a', html`<i>b</i>`]}${undefined}</b>`)).toBe(
      '<b title="&quot;&lt;&amp;">&lt;script&gt;a<i>b</i></b>',
    );
  });
});

describe('GET /help', () => {
  it('says how to build it, and is served as soon as that is done', async () => {
    const { text } = await request(gateway.app)
      .get('/help/')
      .expect(404)
      .expect('Content-Type', /^text\/html/);
    expect(text).toContain('npm run build');
    write('help/index.html.br', brotliCompressSync(`<a href="${baseMark}/help/reference/flows">`));
    write('help/404.html.br', brotliCompressSync('nothing here'));
    write('help/reference/index.html.br', brotliCompressSync('reference'));
    write('help/reference/flows.html.br', brotliCompressSync('flows'));
    write('help/assets/a.1.js.br', brotliCompressSync(`'${baseMark}/help/'`));
    write('help/assets/b.2.png', Buffer.from('PNG'));
    const { headers } = await request(gateway.app).get('/help').expect(308);
    expect(headers.location).toBe('/help/');
    const { text: home } = await request(gateway.app).get('/help/').expect(200);
    expect(home).toBe('<a href="/help/reference/flows">');
  });

  it('has the base path in its pages and scripts', async () => {
    const { headers } = await request(gatewayBelow.app).get('/tools/help').expect(308);
    expect(headers.location).toBe('/tools/help/');
    const { text } = await request(gatewayBelow.app).get('/tools/help/').set('Accept-Encoding', 'identity');
    expect(text).toBe('<a href="/tools/help/reference/flows">');
    const compressed = await request(gatewayBelow.app).head('/tools/help/').set('Accept-Encoding', 'br').expect(200);
    expect(compressed.headers['content-encoding']).toBe('br');
    const script = await request(gatewayBelow.app).get('/tools/help/assets/a.1.js').set('Accept-Encoding', 'gzip');
    expect(script.text).toBe("'/tools/help/'");
    expect(script.headers['cache-control']).toContain('immutable');
  });

  it.each([
    ['/help/reference/flows', 'flows'],
    ['/help/reference/flows.html', 'flows'],
    ['/help/reference/', 'reference'],
    ['/help/reference', 'reference'],
  ])('%s is a page', async (path, text) => {
    const response = await request(gateway.app).get(path).set('Accept-Encoding', 'identity').expect(200);
    expect(response.text).toBe(text);
    expect(response.headers['cache-control']).toBe('no-cache');
    expect(response.headers['content-security-policy']).not.toContain('unsafe');
  });

  it('answers pages that do not exist with a page, and files with a problem', async () => {
    const { text } = await request(gateway.app).get('/help/nothing').expect(404);
    expect(text).toBe('nothing here');
    await request(gateway.app).get('/help/assets/b.2.png').expect(200).expect('Content-Type', 'image/png');
    await request(gateway.app)
      .get('/help/assets/c.js')
      .expect(404)
      .expect('Content-Type', /problem/);
    await request(gateway.app).get('/help/%2e%2e/%2e%2e/package.json').expect(404);
    await request(gateway.app).get('/help/%zz').expect(404);
    await request(gateway.app).post('/help/').expect(404);
  });
});
