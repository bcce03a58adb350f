import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from './redis.ts';

const run = promisify(execFile);

/** Several Redis servers on the loopback. */
export interface RedisGroupProcess {
  readonly url: string;
  readonly servers: readonly ChildProcess[];
  /** Sends a command to one of the servers. */
  ask(server: number, ...command: readonly string[]): Promise<string>;
  /** The server that holds the data. */
  master(): Promise<number>;
  stop(): void;
}

/** A master, a replica of it, and a sentinel that alone decides. */
export async function startSentinelGroup(): Promise<RedisGroupProcess> {
  const [first = 0, second = 0, watcher = 0] = await freePorts(3);
  const servers = [launch(first), launch(second, ['--replicaof', `127.0.0.1 ${first}`])];
  const ask = (server: number, ...command: readonly string[]) => cli(server === 0 ? first : second, command);
  await until(async () => (await ask(1, 'INFO', 'replication')).includes('master_link_status:up'));
  const file = join(temporaryFolder(), 'sentinel.conf');
  writeFileSync(
    file,
    `port ${watcher}\nbind 127.0.0.1\nsentinel monitor flowgate 127.0.0.1 ${first} 1\nsentinel down-after-milliseconds flowgate 500\nsentinel failover-timeout flowgate 3000\n`,
  );
  const sentinel = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
  await until(async () => /num-slaves\n1\b/.test(await cli(watcher, ['SENTINEL', 'master', 'flowgate'])));
  return {
    url: `redis+sentinel://127.0.0.1:${watcher}/flowgate`,
    servers,
    ask,
    master: async () =>
      (await cli(watcher, ['SENTINEL', 'get-master-addr-by-name', 'flowgate'])).includes(String(first)) ? 0 : 1,
    stop: () => [...servers, sentinel].forEach((child) => child.kill('SIGKILL')),
  };
}

/** Three masters, of which one has the slot of all keys of Flowgate, with a replica of that one. */
export async function startClusterGroup(): Promise<RedisGroupProcess> {
  const ports = await freePorts(6);
  const settings = [
    '--cluster-enabled',
    'yes',
    '--cluster-node-timeout',
    '1500',
    '--cluster-config-file',
    'nodes.conf',
  ];
  const servers = ports.map((port) => launch(port, settings));
  const ask = (server: number, ...command: readonly string[]) => cli(ports[server] ?? 0, command);
  for (const index of ports.keys()) await until(async () => (await ask(index, 'PING')).includes('PONG'));
  const addresses = ports.map((port) => `127.0.0.1:${port}`);
  await run('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes']);
  for (const index of ports.keys())
    await until(async () => (await ask(index, 'CLUSTER', 'INFO')).includes('cluster_state:ok'));
  const slot = (await ask(0, 'CLUSTER', 'KEYSLOT', '{flowgate}')).trim();
  return {
    url: `redis+cluster://${addresses.slice(0, 3).join(',')}`,
    servers,
    ask,
    master: async () => {
      for (const index of ports.keys()) {
        const nodes = await ask(index, 'CLUSTER', 'NODES').catch(() => '');
        for (const line of nodes.split('\n')) {
          if (!/\bmaster\b/.test(line) || /fail/.test(line)) continue;
          const [, address = ''] = line.split(' ');
          const isOwner = line
            .split(' ')
            .slice(8)
            .some((range) => {
              const [low, high = low] = range.split('-').map(Number);
              return Number(slot) >= Number(low) && Number(slot) <= Number(high);
            });
          if (isOwner) return ports.findIndex((port) => address.startsWith(`127.0.0.1:${port}@`));
        }
      }
      throw new Error('no server has the slot');
    },
    stop: () => servers.forEach((child) => child.kill('SIGKILL')),
  };
}

/** A server in cluster mode that has some slots only: it answers, but says that the cluster is down. */
export async function startIncompleteCluster(): Promise<RedisGroupProcess> {
  const [port = 0] = await freePorts(1);
  const server = launch(port, ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1']);
  await until(async () => (await cli(port, ['CLUSTER', 'ADDSLOTSRANGE', '0', '100'])).includes('OK'));
  return {
    url: `redis+cluster://127.0.0.1:${port}`,
    servers: [server],
    ask: (_server, ...command) => cli(port, command),
    master: async () => 0,
    stop: () => server.kill('SIGKILL'),
  };
}

function launch(port: number, settings: readonly string[] = []): ChildProcess {
  const usual = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'yes',
    '--dir',
    temporaryFolder(),
  ];
  return spawn('redis-server', [...usual, '--repl-diskless-sync-delay', '0', ...settings], { stdio: 'ignore' });
}

async function cli(port: number, command: readonly string[]): Promise<string> {
  return (await run('redis-cli', ['-p', String(port), ...command], { timeout: 5_000 })).stdout;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (await condition().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('it did not happen within 30 seconds');
}

async function freePorts(count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // it listens on TCP
    await new Promise((resolve) => server.close(resolve));
    // The bus of a cluster uses the port 10,000 above.
    if (port < 55_000 && !found.includes(port)) found.push(port);
  }
  return found;
}
