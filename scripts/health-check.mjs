// The health check of the container: ends with 0 when the server on this machine answers its probe.
const port = process.env.PORT || '3000';
const basePath = (process.env.FLOWGATE_BASE_PATH ?? '').replace(/\/$/, '');
const answer = await fetch(`http://127.0.0.1:${port}${basePath}/healthz`, { signal: AbortSignal.timeout(4000) }).catch(
  () => undefined,
);
process.exit(answer?.ok ? 0 : 1);
