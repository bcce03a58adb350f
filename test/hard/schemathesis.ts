import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTemporaryFolder } from '../../bench/rig/in-temporary-folder.ts';
import type { Part, PartReport } from '../../bench/rig/part.ts';
import { withGatewayOnStandIn } from '../../bench/rig/running-gateway.ts';
import { send } from '../../bench/rig/send.ts';
import { packageRoot } from '../../src/base/config/package-root.ts';
import { loadContract } from '../../src/faces/http/openapi/contract.ts';
import { flowText } from '../support/gateway.ts';
import { acceptedProblems } from './schemathesis-accepted.ts';
import { readProblems, type Problem, type Problems } from './schemathesis-report.ts';
import { linkedContract } from './support/linked-contract.ts';

const seeds = (process.env.FLOWGATE_HARD_SEEDS ?? '1,2,3,4,5').split(',').map(Number);
/** Per operation and phase. */
const examples = Number(process.env.FLOWGATE_HARD_EXAMPLES ?? 25);
const maxShown = 40;

export const schemathesis: Part = {
  name: 'schemathesis',
  description:
    'Every operation of the contract, tested by schemathesis with all checks, phases and links, over several seeds.',
  run: async (report) => {
    const program = process.env.FLOWGATE_SCHEMATHESIS;
    if (program === undefined) throw new Error('FLOWGATE_SCHEMATHESIS is not set; npm run test:hard sets it.');
    const used = new Set<object>();
    for (const seed of seeds) await runSeed(program, seed, report, used);
    const unused = acceptedProblems.filter((accepted) => !used.has(accepted));
    for (const { check, operations, reason } of unused)
      report.note(`accepted, and not found by these seeds: ${check} of ${operations}: ${reason}`);
  },
};

async function runSeed(program: string, seed: number, report: PartReport, used: Set<object>): Promise<void> {
  await inTemporaryFolder((folder) =>
    withGatewayOnStandIn({}, async (gateway) => {
      await send(gateway.url, { method: 'POST', path: '/flows', body: flowText() }); // the flow in the examples of the contract
      const { requests, problems, serverErrors, errors } = await attack(program, { seed, url: gateway.url, folder });
      const open = problems.filter((problem) => !isAccepted(problem, used));
      report.figure(
        `seed ${seed}`,
        `${requests} requests, ${problems.length} problems, ${problems.length - open.length} of them accepted`,
      );
      for (const problem of distinct(open).slice(0, maxShown))
        report.check(`seed ${seed}: ${problem.check} of ${problem.operation}`, describe(problem));
      report.check(
        `seed ${seed}: no answer is 5xx`,
        serverErrors.length > 0 && serverErrors.slice(0, 5).map(describe).join('; '),
      );
      report.check(
        `seed ${seed}: schemathesis works`,
        errors.join('; ') || (requests < 500 && `it sent ${requests} requests`),
      );
      report.check(`seed ${seed}: the gateway keeps running`, !gateway.isAlive() && gateway.log());
    }),
  );
}

interface Attack {
  readonly seed: number;
  readonly url: string;
  readonly folder: string;
}

async function attack(program: string, { seed, url, folder }: Attack): Promise<Problems> {
  const contract = join(folder, 'openapi.json');
  const events = join(folder, 'events.ndjson');
  writeFileSync(contract, JSON.stringify(linkedContract(loadContract(join(packageRoot(), 'openapi.yaml')))));
  const options = {
    url,
    checks: 'all',
    phases: 'examples,coverage,fuzzing,stateful',
    seed,
    'max-examples': examples,
    report: 'ndjson',
    'report-ndjson-path': events,
    'generation-database': 'none',
    'output-sanitize': 'false',
    'request-timeout': 60,
    header: 'x-oidc-sub: hard',
  };
  const switches = ['--no-color', '--continue-on-failure', '--no-shrink'];
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(program, ['run', contract, ...args, ...switches], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4_000)));
  const [status] = await once(child, 'close');
  if (status !== 0 && status !== 1) throw new Error(`schemathesis exited with status ${status}: ${said}`);
  return readProblems(events);
}

function isAccepted(problem: Problem, used: Set<object>): boolean {
  const accepted = acceptedProblems.find(
    (each) =>
      each.check === problem.check &&
      each.operations.test(problem.operation) &&
      each.answer.test(`${problem.status} ${problem.code} ${problem.detail}`),
  );
  if (accepted !== undefined) used.add(accepted);
  return accepted !== undefined;
}

/** One of each kind, because hundreds of requests can have the same problem. */
function distinct(problems: readonly Problem[]): readonly Problem[] {
  const kinds = new Map(
    problems.map((problem) => [`${problem.check} ${problem.operation} ${problem.status} ${problem.code}`, problem]),
  );
  return [...kinds.values()];
}

function describe({ request, status, code, detail, message }: Problem): string {
  return `${status} ${code} "${detail}" to ${request.slice(0, 600)}: ${message.split('\n', 1)[0]}`;
}
