import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/config/package-root.ts';
import { sampleOf } from '../support/nightly.ts';
import { untilQuiet } from './support/console-page.ts';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

/*
 * The pictures of the console in the documentation. `UPDATE_PICTURES=1 npx vitest run test/console/pictures.test.ts`
 * makes them again; without it, each page is opened, and its picture must exist.
 */

const isUpdating = process.env.UPDATE_PICTURES === '1';
const folder = join(packageRoot(), 'docs', 'images');
const maxBytes = 150_000;
const width = 1200;

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const flows = {
  image: `id: image
namespace: shop
description: Builds an image of the shop.
inputs:
  - {id: tag, type: STRING, defaults: latest}
tasks:
  - {id: compile, ${shell}, commands: ['echo "compiling {{ inputs.tag }}"', sleep 0.6]}
  - {id: scan, ${shell}, commands: [sleep 0.3, echo "nothing found"]}
`,
  release: `id: release
namespace: shop
description: Builds, tests and releases the shop.
labels: {team: web}
inputs:
  - {id: version, type: STRING, description: The version to release., defaults: 1.4.0}
  - {id: environment, type: ENUM, values: [staging, production], defaults: staging}
  - {id: day, type: DATE, required: false, description: Of the release; today by default.}
  - {id: notify, type: BOOLEAN, defaults: true}
  - {id: token, type: SECRET, required: false, description: Of the registry.}
tasks:
  - {id: checkout, ${shell}, commands: ['echo "Fetching {{ inputs.version }}"', sleep 0.4]}
  - {id: build, type: dev.vendor.plugin.core.flow.Subflow, namespace: shop, flowId: image, inputs: {tag: '{{ inputs.version }}'}}
  - id: test
    ${shell}
    commands:
      - for i in 1 2 3 4 5 6; do echo "test $i passed"; done
      - 'printf "\\033[1;31mERROR\\033[0m  the table \\033[36morders\\033[0m has no column price\\n"'
      - sleep 0.4; exit 3
    retry: {type: constant, max_attempt: 3, interval: 0.4s}
  - {id: publish, ${shell}, commands: ['echo "to $ENVIRONMENT on $DAY: $NOTIFY, $TOKEN"']}
finally:
  - {id: clean, ${shell}, commands: [echo cleaned]}
triggers:
  - {id: nightly, type: schedule, cron: '0 3 * * *'}
`,
  deploy: `id: deploy
namespace: shop
description: Builds the shop, and deploys it when someone has approved it.
labels: {team: web}
tasks:
  - {id: build, ${shell}, commands: [sleep 0.8, echo "built shop:1.4.0"]}
  - {id: test, ${shell}, commands: [sleep 1.2, echo "412 tests passed"]}
  - id: approval
    type: dev.vendor.plugin.core.flow.Approval
    message: Release shop:1.4.0 to production?
    approvers: {users: [ada, carol], groups: [release]}
    inputs:
      - {id: note, type: STRING, min_length: 5, description: Why it may go out.}
      - {id: share, type: INT, defaults: 10, min: 1, max: 100, description: Percent of the customers.}
    timeout: 48h
  - {id: deploy, ${shell}, commands: [echo deployed]}
`,
  nightly: `id: nightly
namespace: shop
description: Loads the orders of the day.
labels: {team: data}
tasks:
  - {id: load, ${shell}, commands: [sleep 0.2, echo "412 orders loaded"]}
`,
};

let consoleUnderTest: ConsoleUnderTest;
let failedId: string;
let waitingId: string;
beforeAll(async () => {
  consoleUnderTest = await startConsole();
  for (const flow of Object.values(flows)) await consoleUnderTest.store(flow);
  for (const flow of ['image', 'nightly']) {
    const { body } = await consoleUnderTest.run({}, { flow, namespace: 'shop' });
    await consoleUnderTest.until(body.id, 'SUCCESS');
  }
  const { body: waiting } = await consoleUnderTest.run({}, { flow: 'deploy', namespace: 'shop' });
  waitingId = waiting.id;
  await consoleUnderTest.until(waitingId, ({ waitingFor }) => waitingFor !== undefined);
  const { body } = await consoleUnderTest.run({}, { flow: 'release', namespace: 'shop' });
  failedId = body.id;
  await consoleUnderTest.until(failedId, 'FAILED');
});
afterAll(() => consoleUnderTest.stop());

/** The name of each picture, its page, what is there once the page is complete, and its height in pixels. */
const pictures: readonly (readonly [name: string, path: string, shown: string, height: number])[] = [
  ['home', '/ui/home', 'Failed', 760],
  ['flows', '/ui/flows', 'shop/nightly', 320],
  ['form', '/ui/flows/shop/release', 'The version to release.', 760],
  ['editor', '/ui/flows/shop/release?tab=source', 'Builds, tests and releases the shop.', 760],
  ['execution', '/ui/executions/{failed}', 'orders has no column price', 940],
  ['approval', '/ui/executions/{waiting}', 'Percent of the customers', 760],
  ['executions', '/ui/executions', 'shop/image', 380],
];

describe('the picture', () => {
  it.each(isUpdating ? pictures : sampleOf(pictures, 3))(
    '%s is of a page that opens, and small',
    async (name, path, shown, height) => {
      const { page, troubles, close } = await consoleUnderTest.open(
        path.replace('{failed}', failedId).replace('{waiting}', waitingId),
      );
      await page.setViewportSize({ width, height });
      await page.locator('main', { hasText: shown }).waitFor();
      // The log of an execution that waits stays open.
      if (name !== 'approval') await untilQuiet(page);
      expect(troubles).toEqual([]);
      const file = join(folder, `${name}.png`);
      if (isUpdating) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(file, await page.screenshot({ animations: 'disabled', caret: 'hide' }));
      }
      await close();
      expect(existsSync(file) && readFileSync(file).subarray(1, 4).toString()).toBe('PNG');
      expect(statSync(file).size).toBeLessThan(maxBytes);
    },
  );
});

it('each is shown in the documentation', () => {
  const text = ['README.md', 'docs/how-to/use-the-console.md']
    .map((page) => readFileSync(join(packageRoot(), page), 'utf8'))
    .join('\n');
  expect(pictures.filter(([name]) => !text.includes(`images/${name}.png)`))).toEqual([]);
});
