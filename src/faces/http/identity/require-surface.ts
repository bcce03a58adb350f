import type { IncomingMessage } from 'node:http';
import type { Identity } from '../../../access/identity.ts';
import type { Surface } from '../../../access/surface.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import { hasApiToken } from './api-token-identity.ts';

/** How a token for the surface is made. */
const commands: Readonly<Record<Surface, string>> = {
  http: 'flowgate tokens create',
  mcp: 'flowgate tokens create --surface mcp',
};

/**
 * Agents act only with a token that was made for them: their rights are then smaller than those of a user, their actions
 * have a name of their own in the audit trail, and they can be revoked.
 * @throws {AppError} `unauthenticated` without an API token, whatever else identifies the caller
 */
export function requireTokenFor(surface: Surface, request: IncomingMessage): void {
  if (surface === 'http' || hasApiToken(request)) return;
  throw new AppError(
    'unauthenticated',
    `Only API tokens with the surface ${surface} can be used here, as Authorization: Bearer <token>. \`${commands[surface]}\` creates one.`,
  );
}

/** @throws {AppError} `forbidden` if the API token was not made for the surface */
export function requireSurface(surface: Surface, { subject, token }: Identity): void {
  if (token === undefined || token.surfaces.includes(surface)) return;
  throw new AppError('forbidden', surfaceRejection(surface, subject), { subject });
}

export function surfaceRejection(surface: Surface, subject: string): string {
  const place = surface === 'mcp' ? '/mcp' : 'the API';
  return `${JSON.stringify(subject)} lacks the surface ${surface}, which API tokens need for ${place}. \`${commands[surface]}\` creates a token with it.`;
}
