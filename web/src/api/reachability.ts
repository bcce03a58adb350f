import { useSyncExternalStore } from 'react';
import { apiUrl } from './base-path.ts';

/*
 * Whether the gateway responds. Every request tells; while none is sent, a probe asks. A page that nobody sees asks
 * nothing.
 */

/** In milliseconds. A stopped gateway is noticed within the first two, and one that is back within `away` and `turn`. */
const pauses = { turn: 500, quiet: 2_500, away: 1_000 };
/** How long a probe waits. A gateway that is only slow is not away. */
const patience = { reachable: 8_000, away: 3_000 };

let lastHeard = Date.now();
let lastProbe = 0;
let awaySince: number | undefined;
let probing: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** When the gateway responded last, if it no longer does; undefined while it responds. */
export function unreachableSince(): number | undefined {
  return awaySince;
}

export function onReachabilityChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resolves once the gateway responds, at once if it does. */
export function untilReachable(): Promise<void> {
  return new Promise((resolve) => {
    const stop = onReachabilityChange(check);
    check();
    function check(): void {
      if (awaySince !== undefined) return;
      stop();
      resolve();
    }
  });
}

/** Starts to watch the gateway, for as long as the page is open. */
export function watchGateway(): void {
  setInterval(() => {
    if (document.visibilityState === 'hidden') return;
    const isDue = awaySince === undefined ? Date.now() - lastHeard >= pauses.quiet : true;
    if (isDue && Date.now() - lastProbe >= pauses.away) void probe();
  }, pauses.turn);
  const probeNow = () => void probe();
  window.addEventListener('offline', probeNow);
  window.addEventListener('online', probeNow);
}

/** Notes a response to any request. */
export function noteResponse(response: Response): void {
  if (isOfGateway(response)) setReachable();
  else void probe();
}

/** Asks the gateway whether it is there. One question at a time. @returns whether it is */
export async function probe(): Promise<boolean> {
  probing ??= ask().finally(() => {
    probing = undefined;
  });
  await probing;
  return awaySince === undefined;
}

async function ask(): Promise<void> {
  lastProbe = Date.now();
  const signal = AbortSignal.timeout(awaySince === undefined ? patience.reachable : patience.away);
  const response = await fetch(apiUrl('/healthz'), { cache: 'no-store', redirect: 'manual', signal }).catch(
    () => undefined,
  );
  if (response !== undefined && isOfGateway(response)) setReachable();
  else setAway();
}

/** Whether it is not a proxy that says that there is no gateway behind it. */
function isOfGateway({ status, headers }: Response): boolean {
  return ![502, 503, 504].includes(status) || headers.get('content-type')?.includes('json') === true;
}

function setReachable(): void {
  lastHeard = Date.now();
  set(undefined);
}

function setAway(): void {
  set(awaySince ?? lastHeard);
}

function set(since: number | undefined): void {
  if (since === awaySince) return;
  awaySince = since;
  for (const listener of listeners) listener();
}

/** When the gateway responded last, if it no longer does; undefined while it responds. */
export function useUnreachable(): number | undefined {
  return useSyncExternalStore(onReachabilityChange, unreachableSince);
}
