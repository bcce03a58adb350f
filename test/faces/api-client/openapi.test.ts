import { join } from 'node:path';
import express from 'express';
import { middleware } from 'express-openapi-validator';
import request from 'supertest';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../src/base/config/package-root.ts';
import { loadContract, resolveReference, routesOf } from '../../../src/faces/http/openapi/contract.ts';

test('openapi.yaml is valid OpenAPI', async () => {
  const app = express();
  app.use(middleware({ apiSpec: join(packageRoot(), 'openapi.yaml'), validateApiSpec: true }));
  app.get('/healthz', (_request, response) => {
    response.json({});
  });
  await request(app).get('/healthz').expect(200);
});

test('AuditAction has every operation that can be in the audit trail', () => {
  const contract = loadContract(join(packageRoot(), 'openapi.yaml'));
  const { enum: actions } = resolveReference<{ enum: string[] }>(
    { $ref: '#/components/schemas/AuditAction' },
    contract,
  );
  // Calls of public operations have no known caller, except those of webhooks.
  const recorded = routesOf(contract)
    .map(({ operation }) => operation)
    .filter((operation) => operation['x-public'] !== true || operation.operationId === 'callHook')
    .map(({ operationId }) => operationId);
  expect(actions.toSorted()).toEqual([...recorded, 'purgeFlow', 'readSecret'].toSorted());
});
