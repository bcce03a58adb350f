import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';
import { listen, urlOf } from '../../support/listening-server.ts';
import { describeProvider } from './provider-contract.ts';
import { providerOf } from './provider-settings.ts';

/*
 * AWS and Google Cloud as stand-ins, whose answers are made from their documentation: neither can run here. The calls
 * are those of their own libraries.
 */

const variables = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'horse-of-aws',
  GOOGLE_CLOUD_PROJECT: 'shop',
};
const before = { ...process.env };
beforeAll(() => void Object.assign(process.env, variables));
afterAll(() => {
  process.env = before;
});

type Answer = (response: ServerResponse, status: number, body: object) => void;
const answer: Answer = (response, status, body) =>
  void response
    .writeHead(status, { 'content-type': 'application/json', 'metadata-flavor': 'Google' })
    .end(JSON.stringify(body));

function stop(server: Server): void {
  server.closeAllConnections();
  server.close();
}

describeProvider('AWS Secrets Manager', async () => {
  let value = '';
  let isDown = false;
  const server = await listen((request: IncomingMessage, response) => {
    void json(request).then((body) => {
      const { SecretId: id } = body as { SecretId: string };
      const fail = (name: string) => answer(response, 400, { __type: name, Message: 'horse' });
      if (isDown) return void response.writeHead(503).end();
      if (request.headers['x-amz-target'] !== 'secretsmanager.GetSecretValue') return fail('UnknownOperationException');
      if (id === 'web/absent') return fail('ResourceNotFoundException');
      if (id === 'web/closed') return fail('AccessDeniedException');
      if (id === 'web/deleted') return fail('InvalidRequestException');
      const content =
        id === 'web/binary' ? { SecretBinary: 'aG9yc2U=' } : { SecretString: JSON.stringify({ token: value }) };
      return answer(response, 200, { Name: id, CreatedDate: 1523477145.713, ...content });
    });
  });
  process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER'] = urlOf(server);
  return {
    provider: providerOf('aws', {}),
    put: (text) => {
      value = text;
      return 'aws:web/deploy#token';
    },
    missing: {
      'aws:web/absent': 'no such secret',
      'aws:web/closed#token': 'does not let Flowgate read',
      'aws:web/deleted': 'does not hand out',
      'aws:web/binary': 'binary',
      'aws:web/deploy#other': 'no text under the key other',
    },
    breakDown: async () => {
      isDown = true;
      return () => void (isDown = false);
    },
    stop: () => stop(server),
  };
});

describeProvider('Google Secret Manager', async () => {
  let value = '';
  let isDown = false;
  const server = await listen((request: IncomingMessage, response) => {
    const url = request.url ?? '';
    if (isDown) return void response.writeHead(503).end();
    if (url.includes('/service-accounts/default/token'))
      return answer(response, 200, { access_token: 'ya29.x', expires_in: 3599, token_type: 'Bearer' });
    if (!url.startsWith('/v1/')) return answer(response, 200, {});
    const fail = (code: number, status: string) =>
      answer(response, code, { error: { code, status, message: 'horse' } });
    if (request.headers.authorization !== 'Bearer ya29.x') return fail(401, 'UNAUTHENTICATED');
    if (url === '/v1/projects/shop/secrets/absent/versions/latest:access') return fail(404, 'NOT_FOUND');
    if (url === '/v1/projects/other/secrets/closed/versions/latest:access') return fail(403, 'PERMISSION_DENIED');
    if (url === '/v1/projects/shop/secrets/old/versions/3:access') return fail(400, 'FAILED_PRECONDITION');
    if (url !== '/v1/projects/shop/secrets/token/versions/latest:access') return fail(404, 'NOT_FOUND');
    return answer(response, 200, { payload: { data: Buffer.from(value).toString('base64'), dataCrc32c: '1' } });
  });
  process.env['GCE_METADATA_HOST'] = urlOf(server).slice('http://'.length);
  return {
    provider: providerOf('gcp', { CLOUDSDK_API_ENDPOINT_OVERRIDES_SECRETMANAGER: `${urlOf(server)}/` }),
    put: (text) => {
      value = text;
      return 'gcp:token';
    },
    missing: {
      'gcp:absent': 'no such secret',
      'gcp:projects/other/secrets/closed': 'does not let Flowgate read',
      'gcp:old/versions/3': 'does not hand out',
      'gcp:token#key': 'not JSON',
    },
    breakDown: async () => {
      isDown = true;
      return () => void (isDown = false);
    },
    stop: () => stop(server),
  };
});
