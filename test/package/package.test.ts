import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { packageRoot } from '../../src/base/config/package-root.ts';
import { problemCatalogue } from '../../src/base/problem/problem-catalogue.ts';
import { problemHelp } from '../../src/faces/cli/problems/report-context.ts';
import { isNightly } from '../support/nightly.ts';
import { InstalledPackage } from './installed-package.ts';

// Packing builds if needed; installing asks the registry.
vi.setConfig({ hookTimeout: 300_000, testTimeout: 120_000 });

const flow = `id: hello
namespace: examples
description: Greets.
inputs:
  - {id: user_name, type: STRING, defaults: World}
tasks:
  - id: greet
    type: dev.vendor.plugin.core.shell.Shell
    commands:
      - echo "Hello {{ inputs.user_name }}"
`;

// The package contains the documentation, which takes as long to build as a tenth of all tests.
let installed: InstalledPackage;

beforeAll(async () => {
  if (!isNightly) return;
  installed = await InstalledPackage.create();
  installed.write('x.yaml', flow);
});
afterAll(() => installed?.remove());

describe.runIf(isNightly)('the tarball', () => {
  test('contains what runs, and nothing that it was made from', () => {
    const folders = new Set(installed.files.map((path) => path.split('/')[0]));
    expect([...folders].toSorted()).toEqual(
      ['README.md', 'dist', 'docs', 'monitoring', 'openapi.yaml', 'package.json', 'scripts', 'templates'].toSorted(),
    );
    expect(installed.files).toEqual(
      expect.arrayContaining(['dist/src/main.js', 'dist/web/index.html', 'dist/licenses.txt', 'openapi.yaml']),
    );
    const sources = installed.files.filter((path) => /(?<!\.d)\.tsx?$/.test(path));
    expect(sources).toEqual([]);
  });

  test('explains every problem in the documentation where reports link to it', () => {
    const page = brotliDecompressSync(readFileSync(join(packageRoot(), 'dist/help/reference/problems.html.br')));
    const anchors = [...page.toString().matchAll(/<h3 id="([^"]+)"/g)].map(([, anchor]) => anchor);
    expect(anchors).toEqual(expect.arrayContaining(Object.keys(problemCatalogue)));
    expect(problemHelp('id-invalid', 'https://flowgate.example/base')).toBe(
      'https://flowgate.example/base/help/reference/problems.html#id-invalid',
    );
    expect(existsSync(new URL(problemHelp('id-invalid')))).toBe(true);
  });

  test('brings no compiler and no test tool', () => {
    const { dependencies } = installed.manifest('@flowgate/flowgate') as { dependencies: Record<string, string> };
    expect(Object.keys(dependencies).toSorted()).toEqual(['openapi-fetch', 'tsx']);
    expect(existsSync(join(installed.folder, 'node_modules', 'typescript'))).toBe(false);
  });

  test('has a bill of materials with exactly what is bundled, and what npm installs with it', () => {
    const bundled = ['', 'web', 'api-page', 'help'].flatMap(
      (part) => JSON.parse(readFileSync(join(packageRoot(), 'dist', part, '.packages.json'), 'utf8')) as string[],
    );
    const versionOf = (folder: string) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        name: string;
        version: string;
      };
      return `${name}@${version}`;
    };
    const ownFolder = join(installed.folder, 'node_modules');
    const others = Object.entries(
      (JSON.parse(readFileSync(join(ownFolder, '.package-lock.json'), 'utf8')) as { packages: object }).packages,
    ).map(([path]) => join(installed.folder, path));
    const shipped = [
      ...bundled.map((folder) => versionOf(join(packageRoot(), folder))),
      ...others.map(versionOf).filter((name) => !name.startsWith('@flowgate/')),
    ];
    const bom = readFileSync(join(ownFolder, '@flowgate/flowgate/dist/sbom.cdx.json'), 'utf8');
    const { bomFormat, components } = JSON.parse(bom) as {
      bomFormat: string;
      components: { 'bom-ref': string; purl: string; scope?: string }[];
    };
    expect(bomFormat).toBe('CycloneDX');
    expect(components.every(({ purl }) => purl.startsWith('pkg:npm/'))).toBe(true);
    // What npm installs only on other systems is optional.
    const required = components.filter((each) => each.scope !== 'optional').map((each) => each['bom-ref']);
    expect(components.map((each) => each['bom-ref'])).toEqual(expect.arrayContaining([...new Set(shipped)]));
    expect(shipped).toEqual(expect.arrayContaining(required));
  });

  test('has the licences of the packages in it', () => {
    const licences = readFileSync(join(packageRoot(), 'dist', 'licenses.txt'), 'utf8');
    const bundled = ['', 'web', 'api-page', 'help'].flatMap((part) => {
      const folders = JSON.parse(readFileSync(join(packageRoot(), 'dist', part, '.packages.json'), 'utf8')) as string[];
      expect(folders).not.toEqual([]);
      return folders.map((folder) => folder.split('node_modules/').at(-1));
    });
    for (const name of bundled) expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
    const expected = [
      'express',
      'bullmq',
      'yaml',
      'react-dom',
      '@scalar/fastify-api-reference',
      'vitepress',
      'vue',
      'minisearch',
    ];
    expect(bundled).toEqual(expect.arrayContaining(expected));
  });
});

describe.runIf(isNightly)('the command', () => {
  test('checks, converts and runs a flow from any folder', async () => {
    mkdirSync(join(installed.folder, 'below'));
    const below = { folder: 'below' };
    expect(await installed.flowgate(['validate', '../x.yaml'], below)).toMatchObject({
      status: 0,
      errors: '1 flow checked: 0 errors, 0 warnings\n',
    });
    const { output } = await installed.flowgate(['transpile', '../x.yaml'], below);
    expect(output).toContain('Generated by Flowgate');
    expect(await installed.flowgate(['run', '../x.yaml', '-i', 'user_name=Ada'], below)).toMatchObject({
      status: 0,
      output: 'Hello Ada\n',
    });
  });

  test('works by npx with the tarball', async () => {
    expect(await installed.npx(['validate', 'x.yaml'])).toMatchObject({
      status: 0,
      errors: expect.stringMatching(/^1 flow checked: 0 errors, 0 warnings$/m),
    });
  });

  test('loads task types in TypeScript and JavaScript', async () => {
    const fixtures = join(packageRoot(), 'test/fixtures/task-folders');
    const folders = ['side-by-side', 'apart'].map((name) => {
      symlinkSync(join(fixtures, name), join(installed.folder, name));
      return join(installed.folder, name);
    });
    installed.write(
      'own.yaml',
      `id: own
namespace: examples
description: Uses task types of this installation.
tasks:
  - {id: greet, type: dev.vendor.plugin.example.Greet, name: Ada}
  - {id: wait, type: dev.vendor.plugin.example.Wait, seconds: 1}
`,
    );
    const environment = { FLOWGATE_TASKS: folders.join(delimiter) };
    expect(await installed.flowgate(['validate', 'own.yaml'], { environment })).toMatchObject({ status: 0 });
    const { output } = await installed.flowgate(['transpile', 'own.yaml'], { environment });
    expect(output).toContain("sleep(time: 1, unit: 'SECONDS')");
  });

  test('serves, with its data where it was started', async () => {
    const server = installed.start(['serve'], { folder: 'below', environment: { PORT: '0' } });
    try {
      const [text] = (await once(server.stdout!.setEncoding('utf8'), 'data')) as [string];
      const url = /http:\S+/.exec(text)?.[0];
      expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ready' });
      expect((await fetch(`${url}/`)).headers.get('content-type')).toMatch(/^text\/html/);
      expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
      // Above 8 KB, a thread of its own checks it.
      const body = `${flow}${'# filler\n'.repeat(2_000)}`;
      const headers = { 'content-type': 'application/yaml', 'x-oidc-sub': 'ada' };
      const checked = await fetch(`${url}/flows/validate`, { method: 'POST', headers, body });
      expect(await checked.json()).toMatchObject({ valid: true });
    } finally {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    expect(existsSync(join(installed.folder, 'below', 'data', 'redis'))).toBe(true);
  });

  test('says in a sentence how to get redis-server', async () => {
    mkdirSync(join(installed.folder, 'programs'));
    for (const [name, path] of Object.entries({ node: process.execPath, sh: '/bin/sh', env: '/usr/bin/env' }))
      symlinkSync(path, join(installed.folder, 'programs', name));
    const environment = { PORT: '0', PATH: join(installed.folder, 'programs'), FLOWGATE_DATA: './elsewhere' };
    const { status, errors } = await installed.flowgate(['serve'], { environment });
    expect(status).toBe(1);
    expect(errors).toContain('redis-server is not installed. Install it (on Debian: apt-get install redis-server; ');
  });
});

describe.runIf(isNightly)('other programs', () => {
  test('import the client and the contract of task types, with types', async () => {
    const file = installed.write(
      'uses.mts',
      `import { createFlowgateClient, Flowgate, type Schema } from '@flowgate/flowgate/client';
import { defineTask, message } from '@flowgate/flowgate/task';

const client = createFlowgateClient({ baseUrl: 'http://localhost:3000' });
const task = defineTask({
  type: 'acme.Announce',
  title: 'Announce',
  description: 'Announces.',
  properties: { type: 'object', properties: { text: { type: 'string', description: 'What.' } } },
  view: ({ properties }) => ({ text: message(properties.text ?? '') }),
  examples: [],
});
const run = async (): Promise<Schema<'Execution'>> => {
  const execution = await new Flowgate({ url: 'http://localhost:3000' }).run('web/deploy', { version: 'v1' });
  return (await execution.wait()).record;
};
console.log(typeof client.GET, typeof run, task.type);
`,
    );
    const compiler = join(packageRoot(), 'node_modules', 'typescript', 'bin', 'tsc');
    const options = ['--ignoreConfig', '--strict', '--target', 'es2023', '--module', 'nodenext', '--types', ''];
    expect(await installed.node([compiler, ...options, file])).toEqual({ status: 0, output: '', errors: '' });
    expect((await installed.node([file.replace('.mts', '.mjs')])).output).toBe('function function acme.Announce\n');
  });
});
