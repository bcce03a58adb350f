import { request as forward, type RequestListener } from 'node:http';
import { listen, urlOf } from '../../support/listening-server.ts';

/** A reverse proxy with a sign-in page of its own, to which it redirects everybody without a session. */
export interface ProxyUnderTest {
  readonly url: string;
  endAllSessions(): void;
  stop(): void;
}

/** @param gateway its URL */
export async function startProxy(gateway: string): Promise<ProxyUnderTest> {
  const sessions = new Map<string, string>();
  const serve: RequestListener = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://proxy.test');
    const back = searchParams.get('back') ?? '/';
    const user = sessions.get(/session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '');
    if (pathname === '/proxy/start') {
      const id = crypto.randomUUID();
      sessions.set(id, searchParams.get('user') ?? '');
      response.writeHead(302, { 'set-cookie': `session=${id}; path=/; httponly`, location: back }).end();
    } else if (pathname === '/proxy/sign-in') {
      const link = (name: string) =>
        `<a href="/proxy/start?user=${name}&back=${encodeURIComponent(back)}">Sign in as ${name}</a>`;
      response.writeHead(200, { 'content-type': 'text/html' }).end(`${link('ada')} ${link('grace')}`);
    } else if (user === undefined) {
      const target = `/proxy/sign-in?back=${encodeURIComponent(request.url ?? '')}`;
      response.writeHead(302, { location: target }).end();
    } else {
      const headers = { ...request.headers, 'x-oidc-sub': user, 'x-forwarded-for': '192.0.2.1' };
      const call = forward(`${gateway}${request.url}`, { method: request.method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      call.on('error', () => response.destroy());
      response.on('close', () => call.destroy());
      request.pipe(call);
    }
  };
  const server = await listen(serve);
  return {
    url: urlOf(server),
    endAllSessions: () => sessions.clear(),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
