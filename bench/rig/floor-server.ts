import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import express, { type RequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';
import { parseDocument } from 'yaml';

/**
 * The minimal server that Flowgate is compared with: express, express-openapi-validator with the same openapi.yaml, and
 * one parse of the document by `yaml`; or an echo of JSON, with and without the validator; or a job of BullMQ, added to
 * the queue on `REDIS_URL`.
 */
const validator = middleware({
  apiSpec: join(import.meta.dirname, '../..', 'openapi.yaml'),
  validateRequests: { allErrors: true },
  validateSecurity: false,
});
const yamlBody = express.text({ type: ['application/x-yaml', 'application/yaml', 'text/yaml'], limit: '256kb' });
const jsonBody = express.json();

const answerParsed: RequestHandler = (request, response) => {
  const document = parseDocument(String(request.body), { uniqueKeys: false, prettyErrors: false });
  document.toJS();
  response.json({ valid: document.errors.length === 0, errors: [], warnings: [] });
};
const echo: RequestHandler = (request, response) => {
  response.json(request.body);
};

const queue = process.env.REDIS_URL && new Queue('floor', { connection: { url: process.env.REDIS_URL } });
const addJob: RequestHandler = async (_request, response) => {
  if (!queue) throw new Error('REDIS_URL is not set');
  const { id } = await queue.add('trigger', { executionId: randomUUID(), retries: 0 }, { removeOnComplete: true });
  response.status(202).json({ id });
};

const app = express();
app.post('/echo', jsonBody, echo);
app.post('/flows/validate', yamlBody, validator, answerParsed);
app.post('/flows/:namespace/:flow_id/validate-inputs', jsonBody, validator, echo);
app.post('/flows/:namespace/:flow_id/executions', jsonBody, validator, addJob);

const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo; // it listens on TCP
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
process.once('SIGTERM', () => {
  server.close();
  if (queue) void queue.close();
});
