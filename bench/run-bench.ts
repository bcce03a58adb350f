import { blocks } from './parts/measure-blocks.ts';
import { check } from './parts/measure-check.ts';
import { console } from './parts/measure-console.ts';
import { history } from './parts/measure-history.ts';
import { home } from './parts/measure-home.ts';
import { http } from './parts/measure-http.ts';
import { audit } from './parts/measure-import.ts';
import { listing } from './parts/measure-lists.ts';
import { local } from './parts/measure-local.ts';
import { locks } from './parts/measure-locks.ts';
import { logs } from './parts/measure-logs.ts';
import { loop } from './parts/measure-loop.ts';
import { masking } from './parts/measure-masking.ts';
import { notifications } from './parts/measure-notifications.ts';
import { scale } from './parts/measure-scale.ts';
import { secrets } from './parts/measure-secrets.ts';
import { separate } from './parts/measure-separate.ts';
import { short } from './parts/measure-short.ts';
import { start } from './parts/measure-start.ts';
import { transpile } from './parts/measure-transpile.ts';
import { waits } from './parts/measure-waits.ts';
import { runParts } from './rig/run-parts.ts';

const head = `# Benchmark results

Written by \`npm run bench\`; each part says when it ran last, and on what. The times are from one machine. Load
increases the ratios too: programs that share a core and its caches increase CPU time, especially for code that
allocates a lot of memory.`;

await runParts(
  [
    start,
    http,
    check,
    transpile,
    audit,
    local,
    short,
    blocks,
    waits,
    locks,
    separate,
    listing,
    home,
    history,
    scale,
    masking,
    secrets,
    console,
    loop,
    logs,
    notifications,
  ],
  {
    page: 'RESULTS.md',
    head,
    keepsParts: false,
  },
);
