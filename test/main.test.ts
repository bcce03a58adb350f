import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { spawnFlowgate, type FlowgateProcess } from './support/flowgate-process.ts';
import { flowText } from './support/gateway.ts';
import { processesWith } from './support/processes.ts';
import { temporaryFolder } from './support/redis.ts';

// Each test starts the program up to three times.
vi.setConfig({ testTimeout: 120_000 });

let dataFolder: string;
const running: FlowgateProcess[] = [];

beforeEach(() => {
  dataFolder = temporaryFolder();
});
afterEach(async () => {
  for (const { child, end } of running.splice(0)) {
    child.kill('SIGTERM');
    await end;
  }
  rmSync(dataFolder, { recursive: true, force: true });
});

function start(environment: Record<string, string> = {}): FlowgateProcess {
  const flowgate = spawnFlowgate({ FLOWGATE_DATA: dataFolder, ...environment });
  running.push(flowgate);
  return flowgate;
}

/** The message of the last log line; all lines are JSON. */
function fatalIn(errors: string): string {
  const { level, msg } = recordsOf(errors).at(-1)!;
  expect(level).toBe(60);
  return msg;
}

function recordsOf(
  errors: string,
): { level: number; msg: string; err?: { stack: string }; req?: { url: string }; url?: string }[] {
  return errors
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const socketPath = () => join(dataFolder, 'redis', 'redis.sock');

async function redisProcess(): Promise<number> {
  const redis = new Redis({ path: socketPath() });
  const info = await redis.info('server');
  redis.disconnect();
  return Number(/process_id:(\d+)/.exec(info)?.[1]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function kill(flowgate: FlowgateProcess): Promise<void> {
  flowgate.child.kill('SIGKILL');
  await flowgate.end;
}

/** Node.js options that run code before the program. */
function preload(code: string): string {
  return `--import data:text/javascript,${encodeURIComponent(code)}`;
}

async function create(url: string, id: string): Promise<void> {
  const answer = await fetch(`${url}/flows`, {
    method: 'POST',
    headers: { 'content-type': 'text/yaml', 'x-oidc-sub': 'ada' },
    body: flowText({ id }),
  });
  expect(answer.status).toBe(201);
}

async function idsOf(url: string): Promise<string[]> {
  const { flows } = (await (await fetch(`${url}/flows`)).json()) as { flows: { id: string }[] };
  return flows.map(({ id }) => id);
}

describe('an own Redis', () => {
  it('keeps all acknowledged changes when everything is killed', async () => {
    const first = start();
    const url = await first.url;
    await create(url, 'one');
    await create(url, 'two');
    process.kill(await redisProcess(), 'SIGKILL');
    await kill(first);
    const second = await start().url;
    expect(await idsOf(second)).toEqual(['one', 'two']);
    await create(second, 'three');
  });

  it('is replaced after its Flowgate was killed, and stops with the next Flowgate', async () => {
    const first = start();
    await create(await first.url, 'one');
    const orphan = await redisProcess();
    await kill(first);
    const second = start();
    expect(await idsOf(await second.url)).toEqual(['one']);
    const redis = await redisProcess();
    expect(redis).not.toBe(orphan);
    second.child.kill('SIGTERM');
    expect(await second.end).toMatchObject({ status: 0 });
    expect(isAlive(redis)).toBe(false);
    expect(existsSync(socketPath())).toBe(false);
  });

  it('does not outlive a killed Flowgate', async () => {
    const first = start();
    await create(await first.url, 'one');
    await kill(first);
    await vi.waitFor(() => expect(processesWith(dataFolder)).toEqual([]), { timeout: 20_000 });
    expect(existsSync(socketPath())).toBe(false);
    expect(await idsOf(await start().url)).toEqual(['one']);
  });

  it('leaves nothing behind after it was stopped', async () => {
    const flowgate = start();
    await flowgate.url;
    flowgate.child.kill('SIGINT');
    await flowgate.end;
    await vi.waitFor(() => expect(processesWith(dataFolder)).toEqual([]), { timeout: 20_000 });
  });

  it('serves only one Flowgate', async () => {
    await start().url;
    const { status, errors } = await start().end;
    expect(status).toBe(1);
    expect(fatalIn(errors)).toBe(
      `The data folder ${dataFolder} is already in use by another Flowgate. Stop that one, or set FLOWGATE_DATA to another folder`,
    );
  });

  it('works in a folder whose path is too long for a socket', async () => {
    const deep = join(dataFolder, 'x'.repeat(100));
    mkdirSync(deep);
    const url = await start({ FLOWGATE_DATA: deep }).url;
    await create(url, 'one');
    expect(await idsOf(url)).toEqual(['one']);
  });

  it.each(['/proc/flowgate', '/etc/passwd'])('rejects the data folder %s with a sentence', async (folder) => {
    const { status, errors } = await start({ FLOWGATE_DATA: folder }).end;
    expect(status).toBe(1);
    expect(fatalIn(errors)).toMatch(
      new RegExp(`^The data folder ${folder} cannot be used \\(.*\\)\\. Set FLOWGATE_DATA `),
    );
  });

  it('reports how to install a missing redis-server', async () => {
    const { status, errors } = await start({ PATH: '/nonexistent' }).end;
    expect(status).toBe(1);
    expect(fatalIn(errors)).toMatch(/^redis-server is not installed\. .*apt-get install redis-server.*REDIS_URL/);
  });
});

describe('the program', () => {
  it('reports all problems of its configuration at once', async () => {
    const { status, errors } = await start({ PORT: 'http', FLOWGATE_AUTH: 'none', FLOWGATE_VENDR: 'acme' }).end;
    expect(status).toBe(1);
    for (const name of ['PORT', 'FLOWGATE_AUTH', 'FLOWGATE_VENDR', 'FLOWGATE_VENDOR']) expect(errors).toContain(name);
    expect(errors).not.toContain('    at ');
  });

  it('reports all problems of its policy at once', async () => {
    const policy = join(dataFolder, 'policy.yaml');
    writeFileSync(policy, 'grants:\n  - {subjects: [ada], namespaces: [CI], rights: [raed]}\n');
    const { status, errors } = await start({ FLOWGATE_POLICY: policy }).end;
    expect(status).toBe(1);
    expect(fatalIn(errors)).toMatch(
      /2 problems:\n.*policy\.yaml:2:\d+ invalid-value .*CI.*\n.*policy\.yaml:2:\d+ invalid-value .*raed/,
    );
  });

  it('reports all problems of its file of receivers at once, without their addresses', async () => {
    const receivers = join(dataFolder, 'receivers.yaml');
    writeFileSync(receivers, 'receivers:\n  slack:web: {namespaces: [Web], url: "ftp://T0KEN"}\n');
    const { status, errors } = await start({ FLOWGATE_RECEIVERS: receivers }).end;
    expect(status).toBe(1);
    expect(fatalIn(errors)).toMatch(
      /2 problems:\n.*receivers\.yaml:2:\d+ invalid-value .*Web.*\n.*receivers\.yaml:2:\d+ invalid-value .*URL/,
    );
    expect(errors).not.toContain('T0KEN');
  });

  it('reports a port that is already in use, and leaves no Redis behind', async () => {
    const port = new URL(await start().url).port;
    const other = temporaryFolder();
    const { status, errors } = await start({ PORT: port, FLOWGATE_DATA: other }).end;
    expect(status).toBe(1);
    expect(fatalIn(errors)).toMatch(new RegExp(`^Port ${port} of 127.0.0.1 is already in use`));
    expect(existsSync(join(other, 'redis', 'redis.sock'))).toBe(false);
    rmSync(other, { recursive: true });
  });

  it('logs only JSON from start to end, including errors', async () => {
    const flowgate = start({ NODE_OPTIONS: '--pending-deprecation --trace-warnings' });
    const url = await flowgate.url;
    const redis = new Redis({ path: socketPath() });
    await redis.set('{flowgate}:flow:examples/odd', 'not a hash');
    redis.disconnect();
    await fetch(`${url}/flows`);
    expect((await fetch(`${url}/flows/examples/odd`)).status).toBe(500);
    flowgate.child.kill('SIGTERM');
    const records = recordsOf((await flowgate.end).errors);
    expect(records).toContainEqual(expect.objectContaining({ msg: 'started', url, role: 'all' }));
    expect(records.find(({ req }) => req?.url === '/flows/examples/odd')?.err?.stack).toContain('WRONGTYPE');
    expect(records.at(-1)).toMatchObject({ msg: 'stopping' });
  });

  it('can log for people', async () => {
    const { errors } = await start({ FLOWGATE_LOG_FORMAT: 'pretty', PORT: 'http' }).end;
    expect(errors).toMatch(
      /^\[[\d:.]+\] FATAL: Invalid configuration, 1 problem:\n  PORT is "http"; allowed: an integer from 0 to 65535\n$/,
    );
  });

  it('never prints a secret of its configuration', async () => {
    const taken = start();
    const { port } = new URL(await taken.url);
    const secret = 'hunter22-correct-horse';
    const { status, errors } = await start({
      PORT: port,
      REDIS_URL: `redis://:${secret}@127.0.0.1:1`,
      JENKINS_URL: 'http://127.0.0.1:1',
      JENKINS_USER: 'ada',
      JENKINS_TOKEN: secret,
      FLOWGATE_KEY: secret,
    }).end;
    expect(status).toBe(1);
    expect(fatalIn(errors)).toContain('is already in use');
    const { errors: named } = await start({ PORT: secret, FLOWGATE_KEY: secret }).end;
    expect(fatalIn(named)).toContain('PORT is "****"');
    expect(errors + named).not.toContain(secret);
  });

  it('rejects an asynchronous schema, and continues', async () => {
    const url = await start().url;
    const body = `${flowText().replace('inputs:', 'inputs:\n  - id: data\n    type: JSON\n    schema: {$async: true, type: integer}\n    defaults: \'"x"\'')}`;
    const answer = await fetch(`${url}/flows/validate`, {
      method: 'POST',
      headers: { 'content-type': 'text/yaml' },
      body,
    });
    const { valid, errors } = (await answer.json()) as { valid: boolean; errors: { path: string }[] };
    expect({ valid, paths: errors.map(({ path }) => path) }).toEqual({
      valid: false,
      paths: ['/inputs/0/schema/$async'],
    });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('warns of receivers and locks where none are declared', async () => {
    const url = await start().url;
    const answer = await fetch(`${url}/flows/validate`, {
      method: 'POST',
      headers: { 'content-type': 'text/yaml' },
      body: `${flowText()}\nlocks: [database]\nnotify: [{on: [FAILED], to: ["mail:dba"]}]\n`,
    });
    const { warnings } = (await answer.json()) as { warnings: { code: string; message: string }[] };
    expect(warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(['unavailable-lock', 'unknown-receiver']));
    expect(warnings.map(({ message }) => message).join()).toContain('it has none, so nothing is sent.');
  });

  it('logs an unhandled rejection, and continues', async () => {
    const flowgate = start({
      NODE_OPTIONS: preload(`process.on('SIGUSR2', () => void Promise.reject(new Error('lost on the way')))`),
    });
    const url = await flowgate.url;
    flowgate.child.kill('SIGUSR2');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    flowgate.child.kill('SIGTERM');
    const { status, errors } = await flowgate.end;
    expect(status).toBe(0);
    expect(errors).toMatch(/"level":50.*lost on the way.*\\n {4}at .*defect/);
  });

  it('shuts down cleanly after an uncaught exception', async () => {
    const flowgate = start({
      NODE_OPTIONS: preload(`process.on('SIGUSR2', () => { throw new Error('thrown by nobody'); })`),
    });
    await flowgate.url;
    flowgate.child.kill('SIGUSR2');
    const { status, errors } = await flowgate.end;
    expect(status).toBe(1);
    expect(errors).toMatch(/"level":60.*thrown by nobody.*defect/);
    expect(existsSync(socketPath())).toBe(false);
  });

  it('completes pending requests before it exits', async () => {
    const flowgate = start();
    const { port } = new URL(await flowgate.url);
    const body = flowText();
    const head = `POST /flows HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/yaml\r\nx-oidc-sub: ada\r\nContent-Length: ${body.length}\r\n\r\n`;
    const socket = connect(Number(port), '127.0.0.1');
    const answer = new Promise<string>((resolve) => {
      let text = '';
      socket
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .on('close', () => resolve(text));
    });
    socket.write(head + body.slice(0, 10));
    await fetch(`http://127.0.0.1:${port}/healthz`); // the request has started by now
    flowgate.child.kill('SIGTERM');
    while (
      await fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => true,
        () => false,
      )
    );
    socket.write(body.slice(10));
    expect(await answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(await flowgate.end).toMatchObject({ status: 0 });
  });
});
