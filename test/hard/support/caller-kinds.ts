import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Environment } from '../../../bench/rig/program.ts';
import { send } from '../../../bench/rig/send.ts';
import type { Right } from '../../../src/access/grant.ts';
import { formatToken, newTokenText } from '../../../src/store/tokens/token-text.ts';
import { listen, urlOf } from '../../support/listening-server.ts';

/** The namespaces of the tenancy suite: one in which callers have rights, and one in which they have none. */
export const namespaces = ['tenant-a', 'tenant-b'] as const;
export type TenantNamespace = (typeof namespaces)[number];

/**
 * A kind of caller: anonymous without a subject, and its rights in `tenant-a`; none of them has rights in `tenant-b`.
 */
export interface CallerKind {
  readonly name: string;
  readonly subject?: string;
  readonly rights: readonly Right[];
}

export const callerKinds: readonly CallerKind[] = [
  { name: 'anonymous', rights: [] },
  { name: 'known without rights', subject: 'sam', rights: [] },
  { name: 'read only', subject: 'ria', rights: ['read'] },
  { name: 'execute only', subject: 'exa', rights: ['execute'] },
  { name: 'read and execute', subject: 'rex', rights: ['read', 'execute'] },
  { name: 'full rights in one namespace', subject: 'olga', rights: ['read', 'write', 'execute'] },
];

/** The user who prepares the test. */
export const root = 'root';

/** The policy that grants these rights. */
export function tenancyPolicy(): string {
  const grants = callerKinds
    .filter(({ rights }) => rights.length > 0)
    .map(
      ({ subject, rights }) => `  - {subjects: [${subject}], namespaces: [tenant-a], rights: [${rights.join(', ')}]}\n`,
    );
  return `grants:\n  - {subjects: [${root}], namespaces: ["*"], rights: [read, write, execute]}\n${grants.join('')}`;
}

/** A way to authenticate. */
export interface IdentityMode {
  readonly name: string;
  readonly environment: Environment;
  /** Whether callers are API tokens, which have their rights without a policy. */
  readonly areTokens?: boolean;
  /** @param subject anonymous by default */
  headers(subject: string | undefined): Promise<Readonly<Record<string, string>>>;
  close(): void;
}

export const proxyMode = async (): Promise<IdentityMode> => ({
  name: 'proxy',
  environment: { FLOWGATE_AUTH: 'proxy' },
  headers: async (subject) => ({ ...(subject !== undefined && { 'x-oidc-sub': subject }) }),
  close: () => undefined,
});

/** API tokens in an installation without a policy, where proxy headers must be ignored. @param url of the gateway */
export const apiTokenMode = (url: () => string): IdentityMode => ({
  name: 'API tokens',
  environment: { FLOWGATE_AUTH: 'proxy' },
  areTokens: true,
  headers: async (subject): Promise<Readonly<Record<string, string>>> => {
    if (subject === root) return { 'x-oidc-sub': root };
    const kind = callerKinds.find((each) => each.subject === subject);
    const token = subject === undefined ? unknownToken() : await makeToken(url(), kind?.rights ?? []);
    return { 'x-oidc-sub': root, authorization: `Bearer ${token}` };
  },
  close: () => undefined,
});

/** A token as long as a real one, with a valid checksum. */
function unknownToken(): string {
  return formatToken(newTokenText());
}

/** A token without rights in the namespaces of the suite has one in another. */
async function makeToken(url: string, rights: readonly Right[]): Promise<string> {
  const scope =
    rights.length === 0 ? { namespaces: ['tenant'], rights: ['read'] } : { namespaces: ['tenant-a'], rights };
  const answer = await send(url, {
    method: 'POST',
    path: '/tokens',
    body: { name: `token-${randomUUID()}`, ...scope },
    headers: { 'x-oidc-sub': root },
  });
  return (JSON.parse(answer.text) as { token: string }).token; // per the contract
}

/** Tokens of an issuer that runs in this process; proxy headers are sent too and must be ignored. */
export async function tokenMode(): Promise<IdentityMode> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'one' }] });
  const issuer = await listen((_request, response) => {
    response.setHeader('content-type', 'application/json').end(keys);
  });
  const url = urlOf(issuer);
  const token = (subject: string) =>
    new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setSubject(subject)
      .setIssuer(url)
      .setExpirationTime('1h')
      .sign(privateKey);
  return {
    name: 'jwt',
    environment: { FLOWGATE_AUTH: 'jwt', FLOWGATE_JWT_ISSUER: url },
    headers: async (subject) => ({
      'x-oidc-sub': root,
      ...(subject !== undefined && { authorization: `Bearer ${await token(subject)}` }),
    }),
    close: () => void issuer.close(),
  };
}
