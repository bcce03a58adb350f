import { hostileAnswers } from '../../support/hostile-answers.ts';
import { listen, urlOf } from '../../support/listening-server.ts';

/*
 * A host in a process of its own, so that its work is not taken for that of its caller. It gives the answer that it was
 * last told to give, and answers sign-ins and metadata servers as they should.
 */

let current = hostileAnswers[0];
const server = await listen((request, response) => {
  const path = request.url ?? '';
  if (path.includes('/service-accounts/default/token'))
    return void response
      .writeHead(200, { 'content-type': 'application/json', 'metadata-flavor': 'Google' })
      .end('{"access_token": "ya29.x", "expires_in": 3599, "token_type": "Bearer"}');
  if (path.startsWith('/computeMetadata'))
    return void response.writeHead(200, { 'content-type': 'application/json', 'metadata-flavor': 'Google' }).end('{}');
  return void Promise.resolve(current?.send(response)).catch(() => response.destroy());
});
process.on('message', (name: string) => {
  current = hostileAnswers.find((each) => each.name === name);
  process.send?.('ready');
});
process.send?.(urlOf(server));
