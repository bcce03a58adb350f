import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { ada } from './send.ts';

/** Sends GET with an unmodified target; fetch resolves `..` and `%2e` before it sends anything. */
export async function sendTarget(
  url: string,
  target: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path: target, headers: { ...ada, connection: 'close' }, timeout: 10_000 },
      (response) => {
        text(response).then((body) => resolve({ status: response.statusCode ?? 0, text: body }), reject);
      },
    );
    sent
      .once('timeout', () => sent.destroy(new Error('no answer within 10 s')))
      .once('error', reject)
      .end();
  });
}
