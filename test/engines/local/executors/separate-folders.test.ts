import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RedisProcess } from '../../../support/flowgate-fleet.ts';
import { spawnFlowgate, type FlowgateProcess } from '../../../support/flowgate-process.ts';
import { temporaryFolder } from '../../../support/redis.ts';

const folders = [temporaryFolder(), temporaryFolder()];
let redis: RedisProcess;
const gateways: FlowgateProcess[] = [];

beforeAll(async () => {
  redis = await RedisProcess.start();
});
afterAll(async () => {
  for (const { child, end } of gateways) {
    child.kill('SIGKILL');
    await end;
  }
  redis.kill();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

it('each gateway removes from its own data folder what executions left there', async () => {
  const left = folders.map((folder) => join(folder, 'executions', 'running', '01M83MYN56M5ZFVRQEF9Y7N2G4'));
  for (const [index, folder] of folders.entries()) {
    mkdirSync(left[index]!, { recursive: true });
    writeFileSync(join(left[index]!, 'file'), 'left');
    const gateway = spawnFlowgate({
      FLOWGATE_ENGINE: 'local',
      FLOWGATE_KEY: 'the key of this installation',
      FLOWGATE_DATA: folder,
      FLOWGATE_LOG_LEVEL: 'error',
      REDIS_URL: redis.url,
    });
    gateways.push(gateway);
    await gateway.url;
  }
  for (const path of left) await expect.poll(() => existsSync(path), { timeout: 20_000 }).toBe(false);
});
