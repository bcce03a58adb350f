import { userInfo } from 'node:os';
import { isReservedSubject } from '../../../access/identity.ts';
import { isSubject } from './proxy-identity.ts';

/** The name of the user who started the gateway, as far as it can be a user id; undefined if the system knows none. */
export function suggestedName(read: () => string = () => userInfo().username): string | undefined {
  try {
    const name = read()
      .replace(/[^\x21-\x7e]/g, '')
      .slice(0, 255);
    return isSubject(name) && !isReservedSubject(name) ? name : undefined;
  } catch {
    // A container can run as a user without an entry.
    return undefined;
  }
}
