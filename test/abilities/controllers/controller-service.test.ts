import { expect, it } from 'vitest';
import { ControllerService } from '../../../src/abilities/controllers/controller-service.ts';
import { AccessPolicy } from '../../../src/access/access-policy.ts';
import { Caller } from '../../../src/access/caller.ts';
import type { JenkinsController } from '../../../src/engines/controllers/controller.ts';

const controller = (name: string, parts: Partial<JenkinsController> = {}) =>
  ({ name, url: `https://${name}.test`, namespaces: [], workerGroups: [], ...parts }) as JenkinsController; // all that is read

const service = new ControllerService({
  controllers: [
    controller('eu', { namespaces: ['web', 'web.*'] }),
    controller('lab', { namespaces: ['lab'] }),
    controller('bench', { workerGroups: ['bench'] }),
    controller('all'),
  ],
  states: { looks: async () => new Map() },
  store: { countOn: async () => ({ open: 0, followed: 0 }) },
  queue: { depth: async () => 0 },
});

async function seenBy(namespaces: readonly string[]) {
  const policy = new AccessPolicy([{ subjects: ['ada'], groups: [], namespaces, rights: ['read'] }]);
  const reports = await service.list(Caller.of({ subject: 'ada', groups: [] }, policy));
  return reports.map(({ name, namespaces: shown, url }) => [name, shown, url !== undefined]);
}

it('shows a reader of a namespace below a pattern the pattern, and the general controller', async () => {
  expect(await seenBy(['web.shop'])).toEqual([
    ['eu', ['web.*'], true],
    ['lab', [], false],
    ['bench', [], false],
    ['all', [], true],
  ]);
});

it('shows everything to a reader of all namespaces, and only names to others', async () => {
  expect((await seenBy(['*'])).every(([, , hasUrl]) => hasUrl)).toBe(true);
  expect((await seenBy([])).some(([, , hasUrl]) => hasUrl)).toBe(false);
});
