// The container's health check: exits with 0 if the local server answers its liveness probe.
const port = process.env.PORT || '3000';
const basePath = (process.env.FLOWGATE_BASE_PATH ?? '').replace(/\/$/, '');
const answer = await fetch(`http://127.0.0.1:${port}${basePath}/healthz`, { signal: AbortSignal.timeout(4000) }).catch(
  () => undefined,
);
process.exit(answer?.ok ? 0 : 1);
