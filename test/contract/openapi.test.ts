import { join } from 'node:path';
import express from 'express';
import { middleware } from 'express-openapi-validator';
import request from 'supertest';
import { test } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';

test('openapi.yaml is valid OpenAPI', async () => {
  const app = express();
  app.use(middleware({ apiSpec: join(packageRoot(), 'openapi.yaml'), validateApiSpec: true }));
  app.get('/healthz', (_request, response) => {
    response.json({});
  });
  await request(app).get('/healthz').expect(200);
});
