import { useSyncExternalStore } from 'react';
import { onReachabilityChange, unreachableSince } from './reachability.ts';

/** When the gateway responded last, if it no longer does; undefined while it responds. */
export function useUnreachable(): number | undefined {
  return useSyncExternalStore(onReachabilityChange, unreachableSince);
}
