import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { isReservedSubject, reservedSubject, type Identity } from '../../../access/identity.ts';
import { apiTokenPrefix } from '../../../base/masking/mask-api-tokens.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import type { IdentityVerifier, UnknownIdentity } from './identity-verifier.ts';
import { singleHeader } from './single-header.ts';

/** Accepts the `x-oidc-sub` header only from trusted reverse proxies (`FLOWGATE_AUTH=proxy`). */
export class ProxyIdentity implements IdentityVerifier {
  readonly mode = 'proxy';
  readonly #trusted: BlockList;
  /** A connection keeps its address, and comparing that costs more than everything else here. */
  readonly #trust = new WeakMap<Socket, boolean>();

  /** @param trustedProxies addresses, CIDR ranges, or `loopback` */
  constructor(trustedProxies: readonly string[]) {
    this.#trusted = addressList(trustedProxies);
  }

  async verify(request: IncomingMessage): Promise<Identity | UnknownIdentity> {
    const { 'x-oidc-sub': user, authorization = '' } = request.headers;
    // API tokens are verified before. A proxy that authenticates users by such a header sends the user too.
    if (!user && /^bearer /i.test(authorization))
      return { unknown: `The bearer token is not an API token, which starts with ${apiTokenPrefix}.` };
    if (!this.#trusts(request.socket)) {
      const peer = plainAddress(request.socket.remoteAddress);
      return {
        unknown: `The request came from ${peer}, which is not a trusted proxy, so its x-oidc-sub header was ignored. FLOWGATE_TRUSTED_PROXIES lists the trusted proxies.`,
      };
    }
    const subject = singleHeader(request, 'x-oidc-sub');
    const groups = (singleHeader(request, 'x-oidc-groups') ?? '').split(',').map((group) => group.trim());
    if (subject === undefined || subject === '')
      return { unknown: 'The header x-oidc-sub with the user id is missing.' };
    if (!isSubject(subject))
      throw new AppError(
        'invalid-identity',
        'The header x-oidc-sub must have at most 255 characters, all printable ASCII.',
      );
    if (isReservedSubject(subject)) throw new AppError('invalid-identity', `The header x-oidc-sub ${reservedSubject}.`);
    return { subject, groups: groups.filter((group) => group !== '') };
  }

  mayChooseName(request: IncomingMessage): boolean {
    const { socket, headers } = request;
    const isForwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => name in headers);
    return this.#trusts(socket) && isLoopback(socket.remoteAddress) && !isForwarded;
  }

  // A Unix socket has no address; the permissions of its folder control access.
  #trusts(socket: Socket): boolean {
    const known = this.#trust.get(socket);
    if (known !== undefined) return known;
    const { remoteAddress: peer } = socket;
    const trusted = peer === undefined || this.#trusted.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4');
    this.#trust.set(socket, trusted);
    return trusted;
  }
}

/** OpenID Connect Core 1.0, section 2: a `sub` has at most 255 ASCII characters. */
export function isSubject(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,255}$/.test(value);
}

const loopback = addressList(['loopback']);

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
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
