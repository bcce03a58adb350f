import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import express, { type RequestHandler } from 'express';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import type { RejectedToken } from '../../../../src/abilities/tokens/token-service.ts';
import type { Identity } from '../../../../src/access/identity.ts';
import { withApiTokens } from '../../../../src/faces/http/identity/api-token-identity.ts';
import type { IdentityRules } from '../../../../src/faces/http/identity/identity-rules.ts';
import { JwtIdentity } from '../../../../src/faces/http/identity/jwt-identity.ts';
import { ProxyIdentity } from '../../../../src/faces/http/identity/proxy-identity.ts';
import { callerOf, requireIdentity } from '../../../../src/faces/http/identity/require-identity.ts';
import type { Operation } from '../../../../src/faces/http/openapi/contract.ts';
import { noteOperation } from '../../../../src/faces/http/operation.ts';
import { sendError } from '../../../../src/faces/http/response/send-error.ts';
import { listen, urlOf } from '../../../support/listening-server.ts';

const issuer = 'https://issuer.example';
const signer = generateKeyPair('ES256');
const tokenText = `fgt_${'a'.repeat(16)}_${'b'.repeat(43)}`;

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function jwtRules(now?: () => Date): Promise<IdentityRules> {
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK((await signer).publicKey)), alg: 'ES256' }] });
  return { verifier: new JwtIdentity({ issuer, keysUrl: `${issuer}/keys`, now }, keys), forReading: true };
}

/** @param seconds from now until it expires */
async function jwt(seconds: number): Promise<string> {
  return new SignJWT({ sub: 'ada', iss: issuer, exp: Date.now() / 1000 + seconds })
    .setProtectedHeader({ alg: 'ES256' })
    .sign((await signer).privateKey);
}

/** What the server sends first, on a response that never ends by itself. */
function endless(contentType: string): RequestHandler {
  return (_request, response) => {
    response.set('Content-Type', contentType).write('data: begun\n\n');
  };
}

async function serve(rules: IdentityRules, handler: RequestHandler): Promise<void> {
  const operation = { operationId: 'getLogs', security: [{ user: [] }] } as unknown as Operation; // what is read of it
  server = await listen(express().use(noteOperation(operation), requireIdentity(rules), handler, sendError));
}

async function open(headers: Record<string, string | string[]>): Promise<IncomingMessage> {
  const [response] = (await once(httpRequest(urlOf(server), { headers }).end(), 'response')) as [IncomingMessage];
  return response;
}

/** Reads to the end. */
async function outcomeOf(response: IncomingMessage): Promise<'ended' | 'cut off'> {
  try {
    for await (const _ of response);
    return 'ended';
  } catch {
    return 'cut off';
  }
}

describe('a response that takes long', () => {
  it('ends when the bearer token expires, if it sends events', async () => {
    await serve(await jwtRules(), endless('text/event-stream; charset=utf-8'));
    const response = await open({ authorization: `Bearer ${await jwt(0.3)}` });
    expect(response.statusCode).toBe(200);
    expect(await outcomeOf(response)).toBe('cut off');
  });

  it('ends by the next check, if its token had expired within the tolerance for clocks', async () => {
    let ahead = 0;
    const rules = await jwtRules(() => new Date(Date.now() + ahead));
    await serve({ ...rules, recheckMilliseconds: 20 }, endless('text/event-stream'));
    const response = await open({ authorization: `Bearer ${await jwt(-5)}` });
    expect(response.statusCode).toBe(200);
    ahead = 60_000;
    expect(await outcomeOf(response)).toBe('cut off');
  });

  it('runs to completion after the token has expired, if it is a download', async () => {
    let checks = 0;
    const rules = await jwtRules();
    const verify = rules.verifier.verify.bind(rules.verifier);
    rules.verifier.verify = (request) => {
      checks += 1;
      return checks === 1 ? verify(request) : Promise.resolve({ unknown: 'expired', hasExpired: true });
    };
    await serve({ ...rules, recheckMilliseconds: 5 }, (_request, response) => {
      response.type('application/octet-stream').write('a');
      const timer = setInterval(() => {
        if (checks < 4) return;
        clearInterval(timer);
        response.end('b');
      }, 5);
    });
    expect(await outcomeOf(await open({ authorization: `Bearer ${await jwt(60)}` }))).toBe('ended');
  });

  it.each(['text/event-stream', 'application/octet-stream'])('ends when a token is revoked: %s', async (type) => {
    let found: Identity | RejectedToken = { subject: 'token:ci', groups: [] };
    const rules = withApiTokens(await jwtRules(), { authenticate: () => Promise.resolve(found) });
    await serve({ ...rules, recheckMilliseconds: 20 }, endless(type));
    const response = await open({ authorization: `Bearer ${tokenText}` });
    expect(response.statusCode).toBe(200);
    found = { rejected: 'It was revoked.' };
    expect(await outcomeOf(response)).toBe('cut off');
  });

  it('ends when the issuer withdraws the key of a bearer token', async () => {
    const rules = await jwtRules();
    await serve({ ...rules, recheckMilliseconds: 20 }, endless('text/event-stream'));
    const response = await open({ authorization: `Bearer ${await jwt(60)}` });
    expect(response.statusCode).toBe(200);
    rules.verifier.verify = () =>
      Promise.resolve({ unknown: 'The issuer has no key for its kid.', hasInvalidToken: true });
    expect(await outcomeOf(response)).toBe('cut off');
  });
});

describe('headers that identify the caller', () => {
  const proxy: IdentityRules = { verifier: new ProxyIdentity(['loopback']), forReading: true };
  const showCaller: RequestHandler = (_request, response) => {
    response.json(callerOf(response).identity);
  };

  it('give the user and its groups', async () => {
    await serve(proxy, showCaller);
    const response = await open({ 'x-oidc-sub': 'ada', 'x-oidc-groups': 'team, all' });
    expect(JSON.parse(String((await response.toArray())[0]))).toEqual({ subject: 'ada', groups: ['team', 'all'] });
  });

  it.each([
    ['x-oidc-sub', { 'x-oidc-sub': ['ada', 'eve'] }],
    ['x-oidc-sub', { 'x-oidc-sub': ['', 'ada'] }],
    ['x-oidc-groups', { 'x-oidc-sub': 'ada', 'x-oidc-groups': ['team', 'admins'] }],
    ['x-oidc-groups', { 'x-oidc-sub': 'ada', 'x-oidc-groups': ['', 'admins'] }],
  ])('must not be repeated: %s', async (name, headers) => {
    await serve(proxy, showCaller);
    const response = await open(headers);
    expect(response.statusCode).toBe(400);
    expect(String((await response.toArray())[0])).toContain(`The header ${name} must not be repeated.`);
  });

  it('must not be repeated: Authorization', async () => {
    await serve(await jwtRules(), showCaller);
    const bearer = `Bearer ${await jwt(60)}`;
    const response = await open({ authorization: [bearer, bearer] });
    expect(response.statusCode).toBe(400);
    expect(String((await response.toArray())[0])).toContain('The header Authorization must not be repeated.');
  });
});
