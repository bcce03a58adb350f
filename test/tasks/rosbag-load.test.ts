import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemValues } from '../support/system-names.ts';
import { TaskRunner, type TaskRequest } from '../support/task-runner.ts';

const runner = new TaskRunner();
const type = 'core.rosbag.LoadById';
const bag = 'first\0bag\n'.repeat(1000);
const sha256 = createHash('sha256').update(bag).digest('hex');
let server: Server;
let service: string;
let asked: string[] = [];
let indexes: Record<string, unknown> = {};

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const index = indexes[url];
    if (url.endsWith('.bag')) response.end(bag);
    else
      response
        .writeHead(index === undefined ? 404 : 200)
        .end(typeof index === 'string' ? index : JSON.stringify(index));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`; // it listens on TCP
});
beforeEach(() => {
  asked = [];
  indexes = {};
});
afterAll(() => {
  server.close();
  runner.close();
});

async function load(properties: TaskRequest['properties'], rest: Partial<TaskRequest> = {}) {
  const run = await runner.run({ type, ...rest, properties, values: { FLOWGATE_ROSBAG_URL: service, ...rest.values } });
  const read = (path: string) => readFileSync(join(run.workspace, path), 'utf8');
  return { ...run, read, manifest: (path = 'rosbags/manifest.json'): unknown => JSON.parse(read(path)) };
}

describe('loading a recording from the service', () => {
  it('downloads its files and writes the manifest', async () => {
    indexes['/api/drive%2F1%20%C3%BC'] = {
      files: [{ filename: 'a.bag', size: bag.length, sha256, url: '/elsewhere/x.bag' }, { name: 'b.bag' }],
    };
    const { status, stderr, read, manifest } = await load(
      {},
      { inputs: ['rosbag_id'], values: { ROSBAG_ID: 'drive/1 ü' } },
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(asked).toEqual(['/api/drive%2F1%20%C3%BC', '/elsewhere/x.bag', '/api/drive%2F1%20%C3%BC/b.bag']);
    expect(read('rosbags/a.bag')).toBe(bag);
    const entry = { id: 'drive/1 ü', size: bag.length, sha256 };
    expect(manifest()).toEqual({
      entries: [
        { ...entry, filename: 'a.bag', path: 'rosbags/a.bag' },
        { ...entry, filename: 'b.bag', path: 'rosbags/b.bag' },
      ],
    });
  });

  it('uses the variables of the flow, unless its properties are set', async () => {
    indexes['/api/x'] = ['a.bag'];
    const values = { ROSBAG_ID: 'x', VENDOR_ROSBAGS_DIR: 'bags', VENDOR_ROSBAGS_MANIFEST_PATH: 'bags/list.json' };
    const fromVariables = await load({}, { inputs: ['rosbag_id'], values });
    expect(fromVariables.manifest('bags/list.json')).toMatchObject({ entries: [{ path: 'bags/a.bag' }] });
    const own = await load({ ids: ['x'], targetDir: 'my {{ inputs.rosbag_id }}', manifestPath: 'm.json' }, { values });
    expect(own.manifest('m.json')).toMatchObject({ entries: [{ path: 'my x/a.bag' }] });
  });

  it('reads variables with names of the system, which its program does not see', async () => {
    indexes['/api/x'] = ['a.bag'];
    // Python uses a proxy that the flow names.
    const { http_proxy: _http, HTTPS_PROXY: _https, ...others } = systemValues;
    const values: Readonly<Record<string, string>> = { ...others, HOME: 'home', PATH: 'x' };
    const done = await load(
      { ids: '{{ variables.PATH }}', targetDir: '${HOME}/bags' },
      { values, variables: Object.keys(values) },
    );
    expect([done.status, done.stderr]).toEqual([0, '']);
    expect(done.manifest('home/bags/manifest.json')).toMatchObject({ entries: [{ path: 'home/bags/a.bag' }] });
  });

  it('expands ${NAME} of variables in its paths like a shell, and nothing else', async () => {
    indexes['/api/x'] = ['a.bag'];
    const values = {
      VENDOR_ROSBAGS_DIR: 'my bags',
      VENDOR_ROSBAGS_MANIFEST_PATH: 'lists/m.json',
      PART: '$(touch harmed)`touch harmed`"',
      UNKNOWN: 'never',
    };
    const targetDir = '${VENDOR_ROSBAGS_DIR}/${PART}/{{ inputs.part }} $UNKNOWN ${UNKNOWN} $(touch harmed) \\';
    const done = await load(
      { ids: ['x'], targetDir, manifestPath: '${VENDOR_ROSBAGS_MANIFEST_PATH}' },
      { values, variables: ['PART'] },
    );
    expect([done.status, done.stderr]).toEqual([0, '']);
    const path = `my bags/${values.PART}/${values.PART} $UNKNOWN \${UNKNOWN} $(touch harmed) \\/a.bag`;
    expect(done.manifest('lists/m.json')).toMatchObject({ entries: [{ path }] });
    expect(existsSync(join(done.workspace, 'harmed'))).toBe(false);
  });

  it.each(['rosbag-id', 'rosbagId', 'rosbag.id', 'ROSBAG_ID'])(
    'reads the input %s, whose value is one id',
    async (id) => {
      indexes['/api/a%20b'] = ['a.bag'];
      expect((await load({}, { inputs: [id], values: { ROSBAG_ID: 'a b' } })).manifest()).toMatchObject({
        entries: [{ id: 'a b' }],
      });
    },
  );

  it.each(['rosbag-ids', 'rosbagIds', 'RosbagIds'])('reads the input %s, whose value is a list', async (id) => {
    indexes['/api/x'] = indexes['/api/y'] = ['a.bag'];
    expect((await load({}, { inputs: [id], values: { ROSBAG_IDS: 'x y' } })).manifest()).toMatchObject({
      entries: [{ id: 'x' }, { id: 'y' }],
    });
  });

  it('reads several ids from a list, a string and JSON', async () => {
    indexes['/api/x'] = indexes['/api/y'] = { entries: ['a.bag'] };
    const paths = {
      entries: [
        { id: 'x', path: 'rosbags/x/a.bag' },
        { id: 'y', path: 'rosbags/y/a.bag' },
      ],
    };
    expect((await load({ ids: ['x', '{{ inputs.y }}', 'x'] }, { values: { Y: 'y' } })).manifest()).toMatchObject(paths);
    expect((await load({ ids: 'x, y' })).manifest()).toMatchObject(paths);
    const types = { 'inputs.rosbag_ids': 'MULTISELECT' } as const;
    expect(
      (await load({}, { inputs: ['rosbag_ids'], types, values: { ROSBAG_IDS: '["x","y"]' } })).manifest(),
    ).toMatchObject(paths);
  });

  it('replaces files that exist, unless overwrite is false', async () => {
    indexes['/api/x'] = { files: [{ filename: 'a.bag', checksum: `sha256:${sha256.toUpperCase()}` }] };
    const { workspace } = await load({ ids: ['x'] });
    const damage = () => writeFileSync(join(workspace, 'rosbags/a.bag'), 'damaged');
    damage();
    asked = [];
    const kept = await load({ ids: ['x'], overwrite: false }, { workspace });
    expect(kept.stdout).toContain('Kept rosbags/a.bag (7 bytes), because overwrite is false');
    expect(kept.read('rosbags/a.bag')).toBe('damaged');
    expect(asked).toEqual(['/api/x']);
    await load({ ids: ['x'], overwrite: '{{ inputs.fresh }}' }, { workspace, values: { FRESH: 'false' } });
    expect(asked).toEqual(['/api/x', '/api/x']);
    expect((await load({ ids: ['x'] }, { workspace })).read('rosbags/a.bag')).toBe(bag);
    damage();
    const replaced = await load({ ids: ['x'], overwrite: '{{ inputs.fresh }}' }, { workspace });
    expect(replaced.read('rosbags/a.bag')).toBe(bag);
  });

  it('never leaves its folder', async () => {
    indexes['/api/x'] = {
      files: [
        { filename: '../../a.bag', url: 'a.bag' },
        { filename: 'C:\\b.bag', url: 'a.bag' },
      ],
    };
    expect((await load({ ids: ['x'] })).manifest()).toMatchObject({
      entries: [{ path: 'rosbags/a.bag' }, { path: 'rosbags/b.bag' }],
    });
  });

  it('returns a summary', async () => {
    indexes['/api/x'] = ['a.bag'];
    const { outputs } = await load({ ids: ['x'] }, { outputSchema: { files: 'INT' } });
    expect(JSON.parse(outputs ?? '')).toEqual({
      files: 1,
      bytes: bag.length,
      directory: 'rosbags',
      manifest: 'rosbags/manifest.json',
    });
  });
});

describe('loading a recording fails in one sentence', () => {
  it.each([
    ['no such recording', undefined, "the recording service did not find the recording 'x'"],
    ['no JSON', '<html>', "the recording service did not return JSON for the recording 'x'"],
    ['no list', {}, "the recording service did not return a list of files for the recording 'x'"],
    ['nested too deeply', '['.repeat(100_000), "the recording service did not return JSON for the recording 'x'"],
    ['more than its size', [{ filename: 'a.bag', size: 1 }], 'a.bag has more than 1 bytes'],
    [
      'less than its size',
      [{ filename: 'a.bag', size: bag.length + 1 }],
      `a.bag has ${bag.length} bytes instead of ${bag.length + 1}`,
    ],
    ['a wrong checksum', [{ filename: 'a.bag', sha256: '0'.repeat(64) }], 'a.bag does not match its sha256 checksum'],
    [
      'an impossible name',
      [{ filename: '..' }],
      "the recording service returned the invalid file name '..' for the recording 'x'",
    ],
    ['two files with the same name', ['a.bag', 'a.bag'], "the recording 'x' has two files with the name a.bag"],
    [
      'another protocol',
      [{ filename: 'a.bag', url: 'ftp://x/a.bag' }],
      'ftp://x/a.bag is not an http, https or file URL',
    ],
    ['a missing file', [{ filename: 'a.txt' }], 'the download of a.txt returned the status 404'],
  ])('for %s', async (_, index, sentence) => {
    if (index !== undefined) indexes['/api/x'] = index;
    const { status, stderr, workspace } = await load({ ids: ['x'] });
    expect([status, stderr]).toEqual([1, `Flowgate: ${sentence}\n`]);
    expect(existsSync(join(workspace, 'rosbags/manifest.json'))).toBe(false);
    expect(
      existsSync(join(workspace, 'rosbags'))
        ? readdirSync(join(workspace, 'rosbags')).filter((name) => name.endsWith('.part'))
        : [],
    ).toEqual([]);
  });

  it('without a service, or an id', async () => {
    const { stderr } = await load({ ids: ['x'] }, { values: { FLOWGATE_ROSBAG_URL: '' } });
    expect(stderr).toBe(
      'Flowgate: No recording service is configured, so no recording can be loaded. An operator can set FLOWGATE_ROSBAG_URL to its URL.\n',
    );
    expect((await load({})).stderr).toBe(
      'Flowgate: No recording is named. Set "ids" in the task, or add an input rosbag_id or rosbag_ids to the flow.\n',
    );
    expect((await load({}, { inputs: ['rosbag_id'] })).stderr).toBe('Flowgate: no ids of recordings are given\n');
    expect((await load({ ids: ['x'] }, { values: { FLOWGATE_ROSBAG_URL: 'http://127.0.0.1:1' } })).stderr).toMatch(
      /^Flowgate: the recording service could not be reached: /,
    );
    expect((await load({ ids: ['..'] })).stderr).toBe("Flowgate: '..' is not a valid recording id\n");
  });
});

describe('loading a recording from a folder', () => {
  it('supports a folder of files, and an index beside it', async () => {
    const recordings = runner.makeWorkspace();
    mkdirSync(join(recordings, 'x'));
    mkdirSync(join(recordings, 'other'));
    writeFileSync(join(recordings, 'x', 'a b.bag'), bag);
    writeFileSync(join(recordings, 'other', 'c.bag'), bag);
    writeFileSync(
      join(recordings, 'y.json'),
      JSON.stringify({
        files: [{ filename: 'c.bag', sha256, url: pathToFileURL(join(recordings, 'other', 'c.bag')).href }],
      }),
    );
    writeFileSync(join(recordings, 'z'), JSON.stringify([{ filename: 'c.bag', url: '../other/c.bag' }]));
    const values = { FLOWGATE_ROSBAG_URL: pathToFileURL(recordings).href };
    const { status, stderr, manifest, read } = await load({ ids: ['x', 'y', 'z'] }, { values });
    expect([status, stderr]).toEqual([0, '']);
    expect(manifest()).toMatchObject({
      entries: [
        { path: 'rosbags/x/a b.bag', sha256 },
        { path: 'rosbags/y/c.bag', sha256 },
        { path: 'rosbags/z/c.bag', sha256 },
      ],
    });
    expect(read('rosbags/z/c.bag')).toBe(bag);
    expect((await load({ ids: ['none'] }, { values })).stderr).toContain(
      "Flowgate: the recording 'none' was not found in file:///",
    );
    expect((await load({ ids: ['../etc'] }, { values })).stderr).toBe(
      "Flowgate: '../etc' is not a valid recording id\n",
    );
  });
});
