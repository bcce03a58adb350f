const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Whether a path is asked for by an orchestrator, which reaches a container by its address and knows no token. */
export function isProbe(path: string): boolean {
  return probes.has(path);
}
