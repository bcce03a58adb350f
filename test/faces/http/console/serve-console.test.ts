import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import express from 'express';
import request from 'supertest';
import { afterAll, expect, it } from 'vitest';
import { loadConsole } from '../../../../src/faces/http/console/console-files.ts';
import { serveConsole } from '../../../../src/faces/http/console/serve-console.ts';
import { temporaryFolder } from '../../../support/redis.ts';

const script = Buffer.from('export {};'.repeat(20));
const page =
  '<html data-theme="%FLOWGATE_THEME%"><meta content="%FLOWGATE_BASE_PATH%"><meta content="%FLOWGATE_NONCE%"><meta name="sign-in" content="%FLOWGATE_SIGN_IN%"><script src="./assets/a-1.js"></script></html>';
const folder = temporaryFolder();
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), page);
writeFileSync(join(folder, 'assets/a-1.js'), script);
writeFileSync(join(folder, 'assets/a-1.js.br'), brotliCompressSync(script));
writeFileSync(join(folder, 'assets/b-2.svg'), '<svg/>');
const files = loadConsole(folder)!;
afterAll(() => rmSync(folder, { recursive: true }));

const app = express()
  .use(serveConsole(files, { basePath: '/tools' }))
  .use((_request, response) => void response.status(404).json({ from: 'the API' }));

it.each(['/', '/ui', '/ui/', '/ui/flows', '/ui/flows/examples/hello.js', '/ui/executions/1?tab=run'])(
  'the page is served at %s, and never cached',
  async (path) => {
    const { text, headers } = await request(app)
      .get(path)
      .expect(200)
      .expect('Content-Type', /text\/html/);
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toContain('src="/tools/ui/assets/a-1.js"');
    expect(text).toContain('<meta content="/tools">');
    expect(text).toContain('data-theme="system"');
  },
);

it('the policy allows only the nonce of the page, which is always another', async () => {
  const nonces = await Promise.all(
    ['/', '/'].map(async (path) => {
      const { text, headers } = await request(app).get(path);
      const policy = headers['content-security-policy'] ?? '';
      expect(policy).not.toContain('unsafe');
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
      expect(text).toContain(`content="${nonce}"`);
      return nonce;
    }),
  );
  expect(new Set(nonces).size).toBe(2);
});

it('no request leaves the origin where users need not sign in', async () => {
  const { text, headers } = await request(app).get('/ui');
  expect(headers['content-security-policy']).toContain("connect-src 'self';");
  expect(text).toContain('<meta name="sign-in" content="">');
});

it('the page says how to sign in, and may reach only the origin of the issuer', async () => {
  const signIn = {
    issuer: 'https://login.example:8443/realms/"$&',
    clientId: '<b>',
    scopes: 'openid',
    resource: undefined,
  };
  const { text, headers } = await request(express().use(serveConsole(files, { basePath: '', signIn }))).get('/ui');
  expect(headers['content-security-policy']).toContain("connect-src 'self' https://login.example:8443;");
  const content = /<meta name="sign-in" content="([^"]*)">/.exec(text)?.[1] ?? '';
  expect(content).not.toContain('<');
  expect(
    JSON.parse(
      content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    ),
  ).toEqual(signIn);
});

it.each([
  ['flowgate_theme=dark', 'dark'],
  ['a=b; flowgate_theme=light; c=d', 'light'],
  ['flowgate_theme="><script>', 'system'],
  ['xflowgate_theme=dark', 'system'],
])('the cookie %s gives the page the theme %s', async (cookie, theme) => {
  const { text } = await request(app).get('/').set('Cookie', cookie);
  expect(text).toContain(`data-theme="${theme}"`);
});

it('assets are cached for ever, and compressed if the browser can read that', async () => {
  const plain = await request(app).get('/ui/assets/a-1.js').set('Accept-Encoding', 'gzip').expect(200);
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.text).toBe(String(script));
  const { headers } = await request(app).head('/ui/assets/a-1.js').set('Accept-Encoding', 'gzip, br').expect(200);
  expect(headers['content-encoding']).toBe('br');
  await request(app).get('/ui/assets/b-2.svg').set('Accept-Encoding', 'br').expect('Content-Type', 'image/svg+xml');
});

it.each([
  ['GET', '/ui/assets/missing.js'],
  ['GET', '/ui/assets/../../package.json'],
  ['GET', '/ui/assets/%2e%2e%2fpackage.json'],
  ['GET', '/ui/assets/constructor'],
  ['GET', '/uix'],
  ['GET', '/flows'],
  ['POST', '/'],
  ['POST', '/ui/flows'],
])('%s %s is left to the API', async (method, path) => {
  const call = method === 'GET' ? request(app).get(path) : request(app).post(path);
  // Some clients resolve `..` themselves, which leads to the page of a path that no view has.
  const { status, headers } = await call.set('Accept', 'text/html');
  expect(headers['content-type']).toContain('application/json');
  expect(status).toBe(404);
});
