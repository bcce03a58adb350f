import type { IncomingMessage } from 'node:http';
import { AppError } from '../../../base/problem/app-error.ts';

/** The headers that identify callers. Of a repeated one, Flowgate and a proxy could read different values. */
export type IdentityHeader = 'authorization' | 'x-oidc-sub' | 'x-oidc-groups';

/**
 * The value of a header that identifies callers. `headers` of Node.js joins the values of a repeated header, or silently
 * takes the first one.
 * @throws {AppError} `invalid-identity` if the header is repeated
 */
export function singleHeader({ headersDistinct }: IncomingMessage, name: IdentityHeader): string | undefined {
  const [value, ...others] = headersDistinct[name] ?? [];
  if (others.length > 0) throw new AppError('invalid-identity', `The header ${shown[name]} must not be repeated.`);
  return value;
}

const shown: Readonly<Record<IdentityHeader, string>> = {
  authorization: 'Authorization',
  'x-oidc-sub': 'x-oidc-sub',
  'x-oidc-groups': 'x-oidc-groups',
};
