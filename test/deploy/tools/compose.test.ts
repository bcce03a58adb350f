import { expect, it } from 'vitest';
import { runTool } from './run-tool.ts';

it.each(['compose.yaml', 'compose.local.yaml'])('%s conforms to the Compose Specification', (file) => {
  const { status, output, messages } = runTool('FLOWGATE_TEST_COMPOSE', ['-format', 'json', file]);
  expect(messages).toBe('');
  expect(status).toBe(0);
  expect(JSON.parse(output)).toHaveProperty('services.flowgate');
});
