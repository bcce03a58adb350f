import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

/** Identifies a client by its address, or by its network for IPv6. A Unix socket has no address. */
export function clientAddress({ ip }: Request): string {
  return ip === undefined ? 'local' : ipKeyGenerator(ip);
}
