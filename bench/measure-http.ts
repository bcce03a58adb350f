import { join } from 'node:path';
import { compareCpu, ratioOf, type Contestant, type Times } from './compare-cpu.ts';
import { startMeasuredServer, type MeasuredServer } from './measured-server.ts';
import { median } from './median.ts';
import { sampleFlow, sampleInputs } from './sample-flows.ts';
import type { Request } from './send-requests.ts';

/** CPU time of a request, compared with a minimal server, in milliseconds. */
export interface Comparison {
  readonly what: string;
  readonly time: number;
  readonly floor: string;
  readonly floorTime: number;
  /** The time divided by the time of the floor. */
  readonly ratio: number;
  /** The max ratio. */
  readonly goal: number;
}

const projectFolder = join(import.meta.dirname, '..');
const flowPath = '/flows/bench.fleet/nightly-report';

/** Measures validate and validate-inputs over HTTP. @param folder for logs and the Redis of Flowgate */
export async function measureHttp(folder: string): Promise<readonly Comparison[]> {
  const floor = await startMeasuredServer(
    join(projectFolder, 'bench/floor-server.ts'),
    3971,
    {},
    join(folder, 'floor.log'),
  );
  const settings = { FLOWGATE_DATA: join(folder, 'data'), FLOWGATE_RATE_LIMIT: '0' };
  const flowgate = await startMeasuredServer(
    join(projectFolder, 'dist/src/main.js'),
    3972,
    settings,
    join(folder, 'flowgate.log'),
  );
  try {
    await checkAnswers(flowgate);
    return [...(await compareValidate(floor, flowgate)), ...(await compareInputs(floor, flowgate))];
  } finally {
    await Promise.all([floor.stop(), flowgate.stop()]);
  }
}

async function compareValidate(floor: MeasuredServer, flowgate: MeasuredServer): Promise<Comparison[]> {
  const request = { path: '/flows/validate', contentType: 'application/x-yaml' };
  const fresh: Request = { ...request, body: sampleFlow };
  const seen: Request = { ...request, body: () => sampleFlow(-1) };
  const times = await measure([
    { name: 'floor', server: floor, request: fresh },
    { name: 'fresh', server: flowgate, request: fresh },
    { name: 'seen', server: flowgate, request: seen },
  ]);
  const floorName = 'express, express-openapi-validator and one parse by yaml';
  return [
    {
      what: 'POST /flows/validate, 2 KB and 10 tasks, a new flow each time',
      floor: floorName,
      ...compared(times('fresh'), times('floor')),
      goal: 1.25,
    },
    {
      what: 'POST /flows/validate, the same flow again',
      floor: floorName,
      ...compared(times('seen'), times('floor')),
      goal: 1,
    },
  ];
}

async function compareInputs(floor: MeasuredServer, flowgate: MeasuredServer): Promise<Comparison[]> {
  const request: Request = { path: `${flowPath}/validate-inputs`, contentType: 'application/json', body: sampleInputs };
  const times = await measure([
    { name: 'bare echo', server: floor, request: { ...request, path: '/echo' } },
    { name: 'checked echo', server: floor, request },
    { name: 'flowgate', server: flowgate, request },
  ]);
  const what = 'POST .../validate-inputs, 4 values';
  return [
    {
      what,
      floor: 'express and express-openapi-validator, echoing the body',
      ...compared(times('flowgate'), times('checked echo')),
      goal: 1.3,
    },
    { what, floor: 'express alone, echoing the body', ...compared(times('flowgate'), times('bare echo')), goal: 1.3 },
  ];
}

async function measure(contestants: readonly Contestant[]): Promise<(name: string) => Times> {
  const times = await compareCpu(contestants);
  return (name) => times.get(name) ?? [];
}

function compared(times: Times, floorTimes: Times): Pick<Comparison, 'time' | 'floorTime' | 'ratio'> {
  return { time: median(times), floorTime: median(floorTimes), ratio: ratioOf(times, floorTimes) };
}

/** Ensures that both requests succeed: a rejection would look like a fast response. */
async function checkAnswers({ url }: MeasuredServer): Promise<void> {
  const yaml = { 'content-type': 'application/x-yaml', 'x-oidc-sub': 'bench' };
  const created = await fetch(`${url}/flows`, { method: 'POST', headers: yaml, body: sampleFlow(0) });
  if (created.status !== 201) throw new Error(`The flow of the bench is rejected: ${await created.text()}`);
  const json = { 'content-type': 'application/json' };
  const checked = await fetch(`${url}${flowPath}/validate-inputs`, {
    method: 'POST',
    headers: json,
    body: sampleInputs(1),
  });
  const answer = await checked.text();
  if (!answer.includes('"valid":true')) throw new Error(`The values of the bench are rejected: ${answer}`);
}
