import { spawn } from 'node:child_process';
import request from 'supertest';
import { listen, urlOf } from '../support/listening-server.ts';
import { startLocalGateway, type GatewayWithWorker } from '../support/running-gateway.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';

/** Flows of the namespace `web` for clients to run. */
const flows = [
  `id: deploy
namespace: web
inputs:
  - {id: version, type: STRING, pattern: '^v.*$', required: true}
  - {id: count, type: INT, defaults: 1}
  - {id: token, type: SECRET, required: false}
  - {id: table, type: FILE, required: false}
tasks:
  - id: roll-out
    ${shell}
    env: {VERSION: '{{ inputs.version }}', TOKEN: '{{ inputs.token }}', COUNT: '{{ inputs.count }}', TABLE: '{{ inputs.table }}'}
    commands:
      - 'echo "deploying $VERSION with \${TOKEN:+a token of \${#TOKEN}}"'
      - 'rows=0; if [ -n "$TABLE" ]; then rows=$(wc -l < "$TABLE"); fi'
      - |
        printf '{"address": "https://web.example/%s", "notes": "one\\\\ntwo", "rows": %d}' "$VERSION" "$rows"
    outputSchema:
      address: {type: STRING}
      notes: {type: STRING}
      rows: {type: INT}
outputs:
  - {id: address, type: STRING, value: '{{ task_outputs.roll-out.address }}'}
  - {id: release-notes, type: STRING, value: '{{ task_outputs.roll-out.notes }}'}
  - {id: rows, type: INT, value: '{{ task_outputs.roll-out.rows }}'}
`,
  `id: fail\nnamespace: web\ntasks:\n  - {id: break, ${shell}, commands: ['echo broken', exit 3]}\n`,
  `id: warn\nnamespace: web\ntasks:\n  - {id: break, ${shell}, allow_failure: true, commands: [exit 3]}\n`,
  `id: wait\nnamespace: web\ntasks:\n  - {id: rest, ${shell}, commands: [echo resting, sleep 60]}\n`,
];

/** A Flowgate that listens, with an API token of its user. */
export interface FlowServer {
  readonly url: string;
  readonly token: string;
  readonly running: GatewayWithWorker;
  stop(): Promise<void>;
}

/** Starts a Flowgate with the flows deploy, fail, warn and wait, which runs them on this machine. */
export async function startFlowServer(): Promise<FlowServer> {
  const running = await startLocalGateway();
  for (const flow of flows) await running.store(flow);
  const { body } = await request(running.gateway.app)
    .post('/tokens')
    .set('x-oidc-sub', 'ada')
    .send({ name: 'ci', namespaces: ['web'], rights: ['read', 'execute'] })
    .expect(201);
  const server = await listen(running.gateway.app);
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await running.stop();
  };
  return { url: urlOf(server), token: body.token, running, stop };
}

export interface ProgramRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface ProgramOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** A text of its output, and the signal that it gets once it has printed it. */
  readonly interrupt?: { readonly at: string; readonly signal: NodeJS.Signals };
}

/** Runs a program to its end while this process serves requests. */
export async function runProgram(
  [file = '', ...args]: readonly string[],
  { env, cwd, interrupt }: ProgramOptions = {},
): Promise<ProgramRun> {
  const child = spawn(file, args, { env: { ...process.env, ...env }, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      const isNew = interrupt !== undefined && !texts[name].includes(interrupt.at);
      texts[name] += text;
      if (isNew && texts[name].includes(interrupt.at)) child.kill(interrupt.signal);
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, ...texts }));
  });
}
