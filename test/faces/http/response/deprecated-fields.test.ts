import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { VisibleExecution } from '../../../../src/abilities/records/visible-execution.ts';
import { packageRoot } from '../../../../src/base/config/package-root.ts';
import { lockOnWire } from '../../../../src/faces/http/handlers/lock-handlers.ts';
import {
  archiveOnWire,
  controllerOnWire,
  receiverOnWire,
} from '../../../../src/faces/http/handlers/system-handlers.ts';
import { loadContract } from '../../../../src/faces/http/openapi/contract.ts';
import { executionSummaryOnWire } from '../../../../src/faces/http/response/wire-execution.ts';

/*
 * Deprecated fields stay for one release, with their old values, and only other programs read them. The lint rule
 * `no-deprecated` finds reads of them in the console and the command line; here are the files that have no types.
 */

const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }; // of npm

interface Schema {
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** Each object of the contract that has a deprecated property, with its path. */
function objectsWithDeprecated(value: unknown, path = ''): readonly (readonly [string, Schema])[] {
  if (typeof value !== 'object' || value === null) return [];
  const { properties } = value as Schema; // or undefined
  const own = typeof properties === 'object' && Object.values(properties).some(({ deprecated }) => deprecated);
  const inside = Object.entries(value).flatMap(([key, part]) => objectsWithDeprecated(part, `${path}/${key}`));
  return own ? [[path, value], ...inside] : inside;
}

describe('a deprecated field', () => {
  const { components } = loadContract(join(packageRoot(), 'openapi.yaml')) as unknown as {
    readonly components: object;
  };
  const objects = objectsWithDeprecated(components);

  it('is one of these', () => {
    expect(objects.map(([path]) => path)).toEqual([
      '/schemas/Lock',
      '/schemas/Controller',
      '/schemas/System/properties/archive',
      '/schemas/System/properties/receivers/items',
      '/schemas/Execution',
    ]);
  });

  it.each(objects)('of %s names the new one and its last release, and is still required', (_path, object) => {
    const { properties = {}, required } = object;
    for (const [name, { deprecated, description = '' }] of Object.entries(properties)) {
      if (deprecated !== true) continue;
      const [, instead = '', release] =
        /^Use `(\w+)`.* (\d+\.\d+) is the last release with this field$/.exec(description) ?? [];
      expect(properties).toHaveProperty(instead);
      expect(required).toEqual(expect.arrayContaining([instead, name]));
      expect(version, 'remove the field').toMatch(new RegExp(`^${release}\\.`));
    }
  });
});

describe('still has its value:', () => {
  const record = {
    id: 'X',
    flow: { namespace: 'a', id: 'b' },
    state: 'QUEUED',
    history: [{ state: 'CREATED', at: '2026-01-01T00:00:00.000Z' }],
    subflows: [],
    messages: [],
  } as unknown as VisibleExecution; // as much of it as is read

  it.each(['held', 'queued', 'running', 'waiting', 'ended'] as const)('Execution.waiting, while %s', (phase) => {
    const held = phase === 'held';
    const execution = { ...record, phase } as VisibleExecution; // as above
    expect(executionSummaryOnWire(execution)).toMatchObject({ held, waiting: held });
  });

  it('Lock.waiting', () => {
    const lock = { name: 'db', permits: 3, held: 2, heldUp: 5, holders: [], queue: [] };
    expect(lockOnWire(lock)).toEqual({ ...lock, waiting: 5 });
  });

  it('Controller.waiting, without those that run', () => {
    const counts = { running: 3, open: 10, queueDepth: 2 };
    const report = { name: 'eu', condition: 'ok', namespaces: [], workerGroups: [], ...counts } as const;
    expect(controllerOnWire(report)).toMatchObject({ ...counts, waiting: 7 });
  });

  it('archive.waiting of the system', () => {
    expect(archiveOnWire({ archived: 4, due: 9 })).toEqual({ archived: 4, due: 9, waiting: 9 });
  });

  it('waiting of a receiver', () => {
    const counts = { sent: 1, pending: 6, failed: 2 };
    expect(receiverOnWire({ name: 'slack:web', namespaces: ['*'], ...counts })).toMatchObject({
      ...counts,
      waiting: 6,
    });
  });
});

it.each(['clients', 'integrations'])('no file of %s reads one', (folder) => {
  const entries = readdirSync(join(packageRoot(), folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(py|md|mjs|ts|yml|yaml|sh|groovy)$/.test(entry.name));
  const readers = files
    .map(({ parentPath, name }) => join(parentPath, name))
    // Its types are generated from the contract.
    .filter((path) => !path.endsWith('flowgate_client/types.py'))
    .filter((path) => /(\.|["'])waiting\b/.test(readFileSync(path, 'utf8')));
  expect(files).not.toHaveLength(0);
  expect(readers).toEqual([]);
});
