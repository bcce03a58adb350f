import { join } from 'node:path';
import { storeFlow, succeed } from '../rig/gateway-calls.ts';
import { compareCpu, type Request } from '../rig/load.ts';
import { bold, type Part, type PartReport } from '../rig/part.ts';
import { startProgram, type Program } from '../rig/program.ts';
import { withGateway } from '../rig/running-gateway.ts';
import { median, ratioOf } from '../rig/statistics.ts';
import { sampleFlow, sampleInputs } from '../samples/sample-flows.ts';

export const floorServer = join(import.meta.dirname, '..', 'rig', 'floor-server.ts');
/** Settings as in an installation. */
export const production = { NODE_ENV: 'production', FLOWGATE_LOG_LEVEL: 'info' };
const inputsPath = '/flows/bench.fleet/nightly-report/validate-inputs';

export const http: Part = {
  name: 'http',
  title: 'Requests',
  description: `CPU time of the server process per request, in milliseconds: the median of several rounds in which the servers alternate.
Ratios are the median of the ratios in each round.
The floor is a minimal server (\`bench/rig/floor-server.ts\`). It reads the body, validates the request against the same
openapi.yaml and parses the YAML once if the table says so, and responds. It does not log, check hosts or use Redis, and
does not limit how deep or large a document is. Its YAML parser reads the environment of the process for each token, which
takes about a fifth of the parsing time; Flowgate avoids that (\`src/main.ts\`).`,
  run: (report) =>
    withGateway(production, async (flowgate) => {
      const floor = await startProgram(floorServer, { NODE_ENV: 'production' });
      try {
        await checkAnswers(flowgate);
        await compare(floor, flowgate, report);
      } finally {
        await floor.stop();
      }
    }),
};

async function compare(floor: Program, flowgate: Program, report: PartReport): Promise<void> {
  const fresh: Request = { path: '/flows/validate', contentType: 'application/x-yaml', body: sampleFlow };
  const seen: Request = { ...fresh, body: () => sampleFlow(-1) };
  const inputs: Request = { path: inputsPath, contentType: 'application/json', body: sampleInputs };
  const validate = await compareCpu({
    floor: { server: floor, request: fresh },
    fresh: { server: flowgate, request: fresh },
    seen: { server: flowgate, request: seen },
  });
  const validateInputs = await compareCpu({
    bareEcho: { server: floor, request: { ...inputs, path: '/echo' } },
    checkedEcho: { server: floor, request: inputs },
    flowgate: { server: flowgate, request: inputs },
  });
  const row = (
    what: string,
    times: readonly number[],
    floorName: string,
    floorTimes: readonly number[],
    goal: number,
  ) =>
    [
      what,
      median(times).toFixed(2),
      floorName,
      median(floorTimes).toFixed(2),
      bold(ratioOf(times, floorTimes), 2),
      goal,
    ] as const;
  const parsing = 'express, express-openapi-validator and one parse by yaml';
  const fresh10 = 'POST /flows/validate, 2 KB and 10 tasks, a new flow each time';
  const inputs4 = 'POST .../validate-inputs, 4 values';
  const checkedEcho = 'express and express-openapi-validator, echoing the body';
  report.table('request | Flowgate | floor | floor time | ratio | goal', [
    row(fresh10, validate.fresh, parsing, validate.floor, 1.25),
    row('POST /flows/validate, the same flow again', validate.seen, parsing, validate.floor, 1),
    row(inputs4, validateInputs.flowgate, checkedEcho, validateInputs.checkedEcho, 1.3),
    row(inputs4, validateInputs.flowgate, 'express alone, echoing the body', validateInputs.bareEcho, 1.3),
  ]);
}

/** Ensures that both requests succeed: a rejection would look like a fast response. */
async function checkAnswers({ url }: Program): Promise<void> {
  await storeFlow(url, sampleFlow(0));
  const { text } = await succeed(url, {
    method: 'POST',
    path: inputsPath,
    body: sampleInputs(1),
    type: 'application/json',
  });
  if (!text.includes('"valid":true')) throw new Error(`The values of the bench are rejected: ${text}`);
}
