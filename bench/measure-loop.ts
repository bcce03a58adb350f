import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startMeasuredServer, type LoopDelay, type MeasuredServer } from './measured-server.ts';
import { median } from './median.ts';
import { freshBody, nearLimitRequests, storedRevisions, type NearLimitRequest } from './near-limit-documents.ts';

/** The response to a request near the limits, and how long it blocks other requests. */
export interface LoopTime {
  readonly name: string;
  readonly status: number;
  /** Median response time in milliseconds. */
  readonly answer: number;
  /** The longest time for which the event loop was blocked, medians of the rounds. */
  readonly held: LoopDelay;
}

/** The max `held` in milliseconds. */
export const heldGoal = 50;

// Other programs can delay the loop too, but rarely twice for the same request.
const rounds = 3;
const projectFolder = join(import.meta.dirname, '..');
const headers = { 'x-oidc-sub': 'bench' };

/**
 * Measures the requests of the corpus one by one, on a separate gateway.
 * @param folder for its log and Redis
 * @param words measures only requests whose names contain them
 */
export async function measureLoop(folder: string, words = ''): Promise<readonly LoopTime[]> {
  const settings = { FLOWGATE_DATA: join(folder, 'loop'), FLOWGATE_RATE_LIMIT: '0', FLOWGATE_LOG_LEVEL: 'warn' };
  const server = await startMeasuredServer(
    join(projectFolder, 'dist/src/main.js'),
    3974,
    settings,
    join(folder, 'loop.log'),
  );
  try {
    await store(server);
    await warmUp(server);
    const times: LoopTime[] = [];
    for (const request of nearLimitRequests.filter(({ name }) => name.includes(words)))
      times.push(await measureRequest(server, request));
    return times.toSorted((left, right) => right.held.clock - left.held.clock);
  } finally {
    await server.stop();
  }
}

async function measureRequest(server: MeasuredServer, request: NearLimitRequest): Promise<LoopTime> {
  const held: LoopDelay[] = [];
  const answers: number[] = [];
  let status = 0;
  for (let round = 0; round < rounds; round++) {
    await server.maxDelay();
    const start = performance.now();
    status = await send(server, request, round);
    answers.push(performance.now() - start);
    await pause(20);
    held.push(await server.maxDelay());
  }
  return {
    name: request.name,
    status,
    answer: median(answers),
    held: { clock: median(held.map(({ clock }) => clock)), processor: median(held.map(({ processor }) => processor)) },
  };
}

/** @param round makes the document a new one */
async function send(
  { url }: MeasuredServer,
  { method, path, body, contentType }: NearLimitRequest,
  round: number,
): Promise<number> {
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, ...(contentType !== undefined && { 'content-type': contentType }) },
    body: body && freshBody(body, round),
  });
  await response.arrayBuffer();
  return response.status;
}

async function store({ url }: MeasuredServer): Promise<void> {
  for (const [index, body] of storedRevisions.entries()) {
    const [method, path] = index === 0 ? ['POST', '/flows'] : ['PUT', '/flows/bench/near-limit'];
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, 'content-type': 'application/x-yaml', ...(index > 0 && { 'if-match': '*' }) },
      body,
    });
    if (!response.ok) throw new Error(`A flow of the bench is rejected: ${await response.text()}`);
  }
}

/** Waits until Node.js has compiled hot code, and the threads have started. */
async function warmUp(server: MeasuredServer): Promise<void> {
  await Promise.all(
    nearLimitRequests.filter((_, index) => index % 3 === 0).map((request) => send(server, request, rounds)),
  );
}
