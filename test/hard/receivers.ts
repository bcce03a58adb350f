import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Part, PartReport } from '../../bench/rig/part.ts';
import { withGatewayOnStandIn } from '../../bench/rig/running-gateway.ts';
import { briefly, send } from '../../bench/rig/send.ts';
import { listen, urlOf } from '../support/listening-server.ts';
import { plannedFlow } from '../support/running-gateway.ts';

const secret = 'sesame-open-2718';
const executions = 10;
/** Three changes of state each: QUEUED or CREATED, RUNNING, and how it ended. */
const minEvents = 2 * executions;

/** How receivers answer, each in a way of its own. */
const behaviours: Readonly<Record<string, (response: ServerResponse, elsewhere: string) => void>> = {
  redirect: (response, elsewhere) => response.writeHead(307, { location: elsewhere }).end(),
  endless: (response) => writeEndlessly(response, 'x'.repeat(1024 * 1024)),
  silent: () => undefined,
  dripping: (response) => {
    const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : response.write('x')), 50);
  },
  gone: (response) => response.writeHead(410).end(),
  'large-headers': (response) => response.writeHead(200, { 'x-large': 'x'.repeat(60_000) }).end(),
  garbage: (response) => void response.socket?.end('\u0000 is not HTTP\r\n\r\n'),
  good: (response) => void response.end(),
};

export const receivers: Part = {
  name: 'receivers',
  description:
    'Notification receivers that redirect, respond endlessly, late, never or with garbage, next to one that accepts every event.',
  run: async (report) => {
    const received = new Map<string, string[]>();
    const internal = await listen((_request, response) => void note(received, 'internal', '', response));
    const hostile = await listen((request, response) => void answer(request, response, { received, internal }));
    const urls = Object.keys(behaviours).map((name) => `*=${urlOf(hostile)}/${name}`);
    try {
      await withGatewayOnStandIn({ environment: { FLOWGATE_NOTIFY_URL: urls.join(',') } }, async (gateway) => {
        await runFlows(gateway.url, report);
        for (let tries = 0; tries < 100 && (received.get('good')?.length ?? 0) < minEvents; tries++) await sleep(200);
        report.check('the gateway keeps running', !gateway.isAlive() && gateway.log());
        report.check('no event is in the log of the gateway', gateway.log().includes(secret) && 'the secret is');
      });
    } finally {
      for (const server of [internal, hostile]) server.closeAllConnections();
      for (const server of [internal, hostile]) server.close();
    }
    checkReceived(received, report);
  },
};

async function runFlows(url: string, report: PartReport): Promise<void> {
  const headers = { 'x-oidc-sub': 'ada' };
  const body = plannedFlow({ tasks: [] }, { id: 'told', more: 'inputs: [{id: token, type: SECRET}]\n' });
  const stored = await send(url, { method: 'POST', path: '/flows', body, headers });
  report.check('the flow is stored', stored.status !== 201 && briefly(stored));
  const run = { method: 'POST', path: '/flows/examples/told/executions', body: { inputs: { token: secret } }, headers };
  for (let index = 0; index < executions; index++) {
    const answered = await send(url, run);
    report.check('the flow runs', answered.status !== 202 && briefly(answered));
  }
}

function checkReceived(received: ReadonlyMap<string, readonly string[]>, report: PartReport): void {
  for (const [name, bodies] of received) report.figure(`attempts at ${name}`, bodies.length);
  const events = received.get('good') ?? [];
  report.check(
    'the good receiver gets all events beside the others',
    events.length < minEvents && `${events.length} of at least ${minEvents}`,
  );
  report.check('no redirect is followed', received.has('internal') && 'the server behind it was called');
  report.check(
    'no event has a secret',
    [...received.values()].flat().some((body) => body.includes(secret)) && 'one has it',
  );
}

interface Answering {
  readonly received: Map<string, string[]>;
  readonly internal: Server;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { received, internal }: Answering,
): Promise<void> {
  const name = request.url?.slice(1) ?? '';
  const body = Buffer.concat(await request.toArray()).toString();
  note(received, name, body);
  behaviours[name]?.(response, `${urlOf(internal)}/admin`);
}

function note(received: Map<string, string[]>, name: string, body: string, response?: ServerResponse): void {
  received.set(name, [...(received.get(name) ?? []), body]);
  response?.end();
}

function writeEndlessly(response: ServerResponse, piece: string): void {
  const write = (): void => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', write);
  };
  write();
}
