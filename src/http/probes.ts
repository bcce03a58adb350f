const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Whether a path is a probe of an orchestrator, which reaches a container by its address and has no token. */
export function isProbe(path: string): boolean {
  return probes.has(path);
}
