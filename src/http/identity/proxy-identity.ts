import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { Identity } from '../../access/identity.ts';
import { AppError } from '../../problem/app-error.ts';
import type { IdentityVerifier } from './identity-verifier.ts';

/** Accepts the `x-oidc-sub` header only from trusted reverse proxies (`FLOWGATE_AUTH=proxy`). */
export class ProxyIdentity implements IdentityVerifier {
  readonly #trusted: BlockList;

  /** @param trustedProxies addresses, CIDR ranges, or `loopback` */
  constructor(trustedProxies: readonly string[]) {
    this.#trusted = addressList(trustedProxies);
  }

  async verify(request: IncomingMessage): Promise<Identity | { readonly unknown: string }> {
    const subjects = request.headersDistinct['x-oidc-sub'] ?? [];
    const peer = request.socket.remoteAddress;
    if (!this.#trusts(peer)) {
      return {
        unknown: `The request came from ${plainAddress(peer)}, which is not a trusted proxy, so its x-oidc-sub header was ignored. FLOWGATE_TRUSTED_PROXIES lists the trusted proxies.`,
      };
    }
    const [subject] = subjects;
    if (subject === undefined || subject === '')
      return { unknown: 'The header x-oidc-sub with the user id is missing.' };
    if (subjects.length > 1) throw new AppError('invalid-identity', 'The header x-oidc-sub must not be repeated.');
    if (!isSubject(subject))
      throw new AppError(
        'invalid-identity',
        'The header x-oidc-sub must have at most 255 characters, all printable ASCII.',
      );
    const groups = (request.headers['x-oidc-groups'] ?? '')
      .toString()
      .split(',')
      .map((group) => group.trim());
    return { subject, groups: groups.filter((group) => group !== '') };
  }

  // A Unix socket has no address; the permissions of its folder control access.
  #trusts(peer: string | undefined): boolean {
    return peer === undefined || this.#trusted.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4');
  }
}

/** OpenID Connect Core 1.0, section 2: a `sub` has at most 255 ASCII characters. */
export function isSubject(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,255}$/.test(value);
}

/** Removes the IPv6 mapping from an IPv4 address. */
function plainAddress(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '');
}

function addressList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries.flatMap((each) => (each === 'loopback' ? ['127.0.0.0/8', '::1'] : [each]))) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return list;
}
