import request, { type Test } from 'supertest';
import { afterAll, beforeAll, expect } from 'vitest';
import type { ReportedProblem } from '../../src/base/problem/problem.ts';
import type { JsonObject } from '../../src/base/text/json-value.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

export const shell = 'type: dev.vendor.plugin.core.shell.Shell';
export const log = 'type: dev.vendor.plugin.core.log.Log';

/** What POST /flows/validate returns. */
export interface FlowValidation {
  readonly valid: boolean;
  readonly errors: readonly ReportedProblem[];
  readonly warnings: readonly ReportedProblem[];
}

export interface SpecGateway {
  post(path: string): Test;
  get(path: string): Test;
  put(path: string): Test;
  validate(yaml: string): Promise<FlowValidation>;
  /** Creates the flow; the rest of the document comes after its identity. */
  create(id: string, rest: string): Promise<JsonObject>;
  schema(id: string): Promise<JsonObject>;
  validateInputs(
    id: string,
    inputs: JsonObject,
  ): Promise<{ readonly valid: boolean; readonly errors: readonly JsonObject[] }>;
}

/** A flow with an identity, and a task that logs unless it has tasks of its own. */
export function flow(id: string, rest = ''): string {
  const tasks = /^tasks:/m.test(rest) ? '' : `tasks:\n  - {id: say, ${log}, message: Hello}\n`;
  return `id: ${id}\nnamespace: spec\ndescription: A flow of SPEC.\n${rest.endsWith('\n') || rest === '' ? rest : `${rest}\n`}${tasks}`;
}

/** A gateway for the tests of one file, used over HTTP. */
export function startSpecGateway(): SpecGateway {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());
  const asYaml = (test: Test, text: string): Test => test.set('Content-Type', 'application/x-yaml').send(text);
  const spec: SpecGateway = {
    post: (path) => request(gateway.app).post(path),
    get: (path) => request(gateway.app).get(path),
    put: (path) => request(gateway.app).put(path),
    validate: async (yaml) => (await asYaml(spec.post('/flows/validate'), yaml).expect(200)).body,
    create: async (id, rest) =>
      (await asYaml(spec.post('/flows').set('x-oidc-sub', 'ada'), flow(id, rest)).expect(201)).body,
    schema: async (id) => (await spec.get(`/flows/spec/${id}/schema`).expect(200)).body,
    validateInputs: async (id, inputs) =>
      (await spec.post(`/flows/spec/${id}/validate-inputs`).send({ inputs }).expect(200)).body,
  };
  return spec;
}

/** Expects exactly the errors with these codes. */
export function expectErrors({ valid, errors }: FlowValidation, ...codes: readonly string[]): void {
  expect({ valid, codes: errors.map(({ code }) => code) }).toEqual({ valid: codes.length === 0, codes });
}
