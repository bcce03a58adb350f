import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

/** The address of a client as far as it tells clients apart: of an IPv6 client the network. A Unix socket has no address. */
export function clientAddress({ ip }: Request): string {
  return ip === undefined ? 'local' : ipKeyGenerator(ip);
}
