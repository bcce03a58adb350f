import { join } from 'node:path';
import express from 'express';
import { middleware } from 'express-openapi-validator';
import supertest from 'supertest';
import { expect, test } from 'vitest';

// The gateway does not look at its own contract at each start, as that takes long.
test('openapi.yaml is an OpenAPI document', async () => {
  const app = express();
  app.use(middleware({ apiSpec: join(import.meta.dirname, '../openapi.yaml'), validateApiSpec: true }));
  app.get('/healthz', (_request, response) => response.json({}));
  const { status, text } = await supertest(app).get('/healthz');
  expect({ status, text }).toMatchObject({ status: 200 });
});
