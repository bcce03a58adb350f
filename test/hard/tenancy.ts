import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTemporaryFolder } from '../../bench/rig/in-temporary-folder.ts';
import type { Part, PartReport } from '../../bench/rig/part.ts';
import { withGatewayOnStandIn } from '../../bench/rig/running-gateway.ts';
import { briefly, problemCode, send, type Answer } from '../../bench/rig/send.ts';
import { packageRoot } from '../../src/base/config/package-root.ts';
import { loadContract, routesOf, type Route } from '../../src/faces/http/openapi/contract.ts';
import {
  apiTokenMode,
  callerKinds,
  namespaces,
  proxyMode,
  root,
  tenancyPolicy,
  tokenMode,
  type CallerKind,
  type IdentityMode,
  type TenantNamespace,
} from './support/caller-kinds.ts';
import { TenantFixture, tenantLocks } from './support/tenant-fixture.ts';
import { tryCrossings } from './tenancy-crossings.ts';
import {
  expectedAnswer,
  tableProblems,
  tenancyCases,
  type Expectation,
  type TenancyCase,
} from './tenancy-expectations.ts';

const routes = routesOf(loadContract(join(packageRoot(), 'openapi.yaml')));

export const tenancy: Part = {
  name: 'tenancy',
  description:
    'Every operation of the contract, called by five kinds of callers, in their own namespace and in those of others, behind a proxy, with tokens of an issuer, and with API tokens.',
  run: async (report) => {
    for (const problem of tableProblems(routes)) report.check('the table of expectations', problem);
    for (const start of [proxyMode, tokenMode]) {
      const mode = await start();
      await tryMode(mode, report).finally(() => mode.close());
    }
    let url = '';
    await tryMode(
      apiTokenMode(() => url),
      report,
      (started) => (url = started),
    );
  },
};

async function tryMode(mode: IdentityMode, report: PartReport, onStarted?: (url: string) => void): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const policy = join(folder, 'policy.yaml');
    writeFileSync(policy, tenancyPolicy());
    const locks = join(folder, 'locks.yaml');
    const declared = tenantLocks.map(({ name, ...lock }) => [name, lock] as const);
    writeFileSync(locks, JSON.stringify({ locks: Object.fromEntries(declared) })); // JSON is YAML
    const environment = {
      ...mode.environment,
      ...(mode.areTokens !== true && { FLOWGATE_POLICY: policy }),
      FLOWGATE_LOCKS: locks,
      FLOWGATE_MCP: 'on',
      NODE_ENV: 'test',
    };
    await withGatewayOnStandIn({ environment }, async (gateway) => {
      onStarted?.(gateway.url);
      await tryCallers(mode, gateway.url, report);
      report.check(`${mode.name}: the gateway keeps running`, !gateway.isAlive() && gateway.log());
    });
  });
}

/** Calls every operation as every kind of caller. @param url of a gateway that runs flows on a stand-in of Jenkins */
export async function tryCallers(mode: IdentityMode, url: string, report: PartReport): Promise<void> {
  const fixture = await TenantFixture.make(url, await mode.headers(root));
  let calls = 0;
  for (const caller of callerKinds) {
    const headers = await mode.headers(caller.subject);
    // What the caller must leave unchanged.
    const untouchable = namespaces.filter(
      (namespace) => namespace === 'tenant-b' || !caller.rights.some((right) => right !== 'read'),
    );
    const before = await fixture.fingerprint(untouchable);
    const asCaller = { mode, caller, headers, fixture, report };
    for (const route of routes)
      for (const namespace of namespaces) calls += await tryOperation(route, namespace, asCaller);
    const after = await fixture.fingerprint(untouchable);
    report.check(
      `${mode.name}, ${caller.name}: what it may not change is unchanged`,
      before !== after && `before ${before}, after ${after}`,
    );
  }
  await tryCrossings({ mode, url, fixture, report });
  report.figure(`${mode.name}: calls`, calls);
}

interface AsCaller {
  readonly mode: IdentityMode;
  readonly caller: CallerKind;
  readonly headers: Readonly<Record<string, string>>;
  readonly fixture: TenantFixture;
  readonly report: PartReport;
}

/** Calls an operation, and if it is GET also as HEAD. Returns the number of calls. */
async function tryOperation(
  route: Route,
  namespace: TenantNamespace,
  { mode, caller, headers, fixture, report }: AsCaller,
): Promise<number> {
  const tenancyCase = tenancyCases[route.operation.operationId];
  if (tenancyCase === undefined) return 0; // reported with the table
  const expected = expectedAnswer(route, tenancyCase, caller, namespace, mode.areTokens);
  const name = `${mode.name}, ${caller.name}: ${route.operation.operationId} in ${namespace}`;
  if (tenancyCase.needsFlow !== undefined) await fixture.ensureFlow(namespace, tenancyCase.needsFlow);
  if (tenancyCase.isDoomed) await fixture.ensureDoomedExecution(namespace);
  const request = fixture.request(route, tenancyCase, namespace);
  const answer = await send(fixture.url, { ...request, headers: { ...headers, ...request.headers } });
  report.check(
    name,
    statusProblem(answer, expected) ??
      leakIn(answer, tenancyCase, caller, namespace) ??
      outcomeProblem(answer, tenancyCase, expected),
  );
  if (route.method !== 'get') return 1;
  const head = await send(fixture.url, { ...request, method: 'HEAD', headers: { ...headers, ...request.headers } });
  report.check(
    `${name}, as HEAD`,
    head.status !== expected.status && `${head.status} where ${expected.status} is expected`,
  );
  return 2;
}

function statusProblem(answer: Answer, { status, missing }: Expectation): string | undefined {
  if (answer.status !== status) return `${status} is expected; found ${briefly(answer)}`;
  if (status !== 403) return undefined;
  if (missing.length === 0)
    return problemCode(answer) === 'forbidden' ? undefined : `forbidden is expected; found ${briefly(answer)}`;
  const { right } = JSON.parse(answer.text) as { right?: string }; // per the contract
  if (problemCode(answer) !== 'forbidden' || !missing.some((each) => each === right))
    return `it names a right other than ${missing.join(', ')}: ${briefly(answer)}`;
  return undefined;
}

/** Whether an answer contains what the caller may not read. */
function leakIn(
  { text, status }: Answer,
  { scope }: TenancyCase,
  caller: CallerKind,
  namespace: TenantNamespace,
): string | undefined {
  const readable = namespaces.filter((each) => each === 'tenant-a' && caller.rights.includes('read'));
  const leaks = namespaces.filter((each) => !readable.includes(each) && text.includes(TenantFixture.markerOf(each)));
  if (leaks.length > 0) return `the answer holds what ${leaks.join(', ')} keeps: ${text.slice(0, 200)}`;
  if (scope !== 'list' || status !== 200 || namespace === 'tenant-b') return undefined;
  if (namespaces.some((each) => !readable.includes(each) && text.includes(`"namespace":"${each}"`)))
    return `the list names a namespace that the caller may not read: ${text.slice(0, 200)}`;
  if (readable.length > 0 && !text.includes('tenant-a'))
    return `the list lacks what the caller may read: ${text.slice(0, 200)}`;
  return undefined;
}

/** The expected result for each document of an import. */
function outcomeProblem(
  { text }: Answer,
  { scope }: TenancyCase,
  { status, missing }: Expectation,
): string | undefined {
  if (scope !== 'documents' || status !== 200) return undefined;
  const { flows } = JSON.parse(text) as { flows: readonly { outcome: string }[] }; // per the contract
  const outcome = missing.length > 0 ? 'refused' : 'created';
  return flows.length === 1 && flows[0]?.outcome === outcome
    ? undefined
    : `${outcome} is expected; found ${text.slice(0, 200)}`;
}
