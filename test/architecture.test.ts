import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * The folders inside of a folder, in the order in which data flows through them. A file imports only from its own folder
 * and from groups further up in the list; folders of one group do not import each other. The files beside the folders
 * stand below all of them.
 */
const orders: Readonly<Record<string, readonly (readonly string[])[]>> = {
  src: [
    ['base'],
    ['language'],
    ['access', 'import'],
    ['lifecycle'],
    ['store'],
    ['engines'],
    ['abilities'],
    ['faces'],
    ['composition'],
  ],
  'src/base': [['text', 'timers'], ['problem'], ['answers', 'config', 'masking', 'telemetry'], ['log']],
  'src/language': [
    ['groovy', 'safe-patterns'],
    ['document'],
    ['input-types'],
    ['expressions'],
    ['shell', 'inputs'],
    ['flow'],
    ['task-types'],
    ['test-files', 'language-service', 'execution-plan', 'task-loader', 'processes'],
  ],
  // Drafts of a flow, the context of a mapping, values, scripts and conditions, and the constructs of Jenkins from
  // directives to stages.
  'src/import/mapping': [
    ['drafts'],
    ['context'],
    ['by-hand', 'values'],
    ['conditions', 'scripts'],
    ['agents', 'directives'],
    ['steps'],
    ['statements', 'stages'],
  ],
  'src/store': [
    ['redis'],
    ['secrets', 'revisions', 'audit'],
    ['secret-providers'],
    ['files', 'presets', 'tokens', 'triggers'],
    ['archive', 'leases'],
    ['executions'],
    ['migrations'],
    ['backup'],
  ],
  'src/store/executions': [['record', 'artifacts', 'logs', 'locks'], ['redis'], ['archive']],
  'src/abilities': [
    ['documents'],
    ['parts'],
    ['tokens', 'flows'],
    ['records'],
    ['logs'],
    ['files', 'locks'],
    ['waits'],
    ['runs'],
    ['triggers', 'notify'],
    ['keep'],
    ['home', 'controllers'],
  ],
  'src/abilities/flows': [['check'], ['subflows'], ['inputs', 'preparation']],
  'src/abilities/logs': [['lines']],
  'src/abilities/runs': [['accept', 'stop'], ['children']],
  'src/faces': [['api-client', 'metrics', 'offline-flows'], ['flow-tests', 'http'], ['cli']],
};

/** Packages that only these files may import; all other code uses a port. */
const adapters: Readonly<Record<string, RegExp>> = {
  '@opentelemetry/api': /\/otel-[^/]+\.ts$/,
  '@opentelemetry/sdk-node': /\/otel-[^/]+\.ts$/,
  ioredis: /^src\/store\/redis\/|\/redis-[^/]+\.ts$/,
  bullmq: /\/bull-[^/]+\.ts$/,
  '@aws-sdk/client-s3': /^src\/store\/archive\/s3-[^/]+\.ts$/,
  jenkins: /^src\/engines\/jenkins\/client\/jenkins-[^/]+\.ts$/,
  'openapi-fetch': /^src\/faces\/api-client\//,
  '@rgrove/parse-xml': /^src\/base\/text\/parse-xml\.ts$/,
  express: /^src\/faces\/http\//,
  '@modelcontextprotocol/server': /^src\/faces\/http\/mcp\/mcp-endpoint\.ts$/,
  busboy: /^src\/faces\/http\/request\/read-form\.ts$/,
  'express-openapi-validator': /^src\/faces\/http\//,
};

const projectFolder = join(import.meta.dirname, '..');
const files = [...sourceFiles('src'), ...sourceFiles('tasks')];
const sources = new Map(files.map((file) => [file, readSource(file)]));
const imports = files.flatMap((file) => importsIn(textOf(file)).map((specifier) => ({ file, specifier })));

describe('imports', () => {
  describe.each(Object.entries(orders))('inside %s', (folder, order) => {
    const inside = relativeImports(`${folder}/`).filter(({ target }) => target.startsWith(`${folder}/`));

    test('every folder has its place', () => {
      const folders = new Set(
        files.filter((file) => file.startsWith(`${folder}/`)).map((file) => folderInside(folder, file)),
      );
      expect([...folders].filter((name) => name !== '').toSorted()).toEqual(order.flat().toSorted());
    });

    test('follow the direction of the data flow', () => {
      const wrongWay = inside.filter(
        ({ file, target }) => !mayImport(folderInside(folder, file), folderInside(folder, target), order),
      );
      expect(wrongWay.map(describeImport)).toEqual([]);
    });
  });

  test('of a task module are limited to the task contract, Groovy quoting and what modules share', () => {
    const others = relativeImports('tasks/').filter(
      ({ target }) =>
        target !== 'src/language/task-types/task-contract.ts' &&
        !target.startsWith('src/language/groovy/') &&
        !target.startsWith('tasks/support/'),
    );
    expect(others.map(describeImport)).toEqual([]);
  });

  test('of src never include a task module', () => {
    expect(
      relativeImports('src/')
        .filter(({ target }) => !target.startsWith('src/'))
        .map(describeImport),
    ).toEqual([]);
  });

  test('src contains no names of task types: special cases belong to their modules', () => {
    const typeNames = files
      .filter((file) => file.startsWith('tasks/'))
      .flatMap((file) =>
        [...textOf(file).matchAll(/'((?:core|docker|scripts?)\.[\w.]+)'/g)].map((match) => match[1] ?? ''),
      );
    expect(typeNames).toContain('core.rosbag.LoadById');
    const naming = files
      // The generated types contain the examples of the contract as comments.
      .filter((file) => file.startsWith('src/') && file !== 'src/faces/api-client/openapi-types.ts')
      .filter((file) => {
        const text = textOf(file);
        return typeNames.some((name) => text.includes(name)) || /['"`.](?:core|scripts|docker)\.[a-z]\w+/.test(text);
      });
    expect(naming).toEqual([]);
  });

  test('src names no setting and no warning of a task module', () => {
    const declared = files
      .filter((file) => file.startsWith('tasks/'))
      .flatMap((file) => [...textOf(file).matchAll(/^ +'([a-z-]+)': \{\n +title:/gm)].map(([, code = '']) => code));
    expect(declared).toContain('privileged-container');
    const pattern = new RegExp(`rosbag|recording service|'(?:${declared.join('|')})'`, 'i');
    expect(files.filter((file) => file.startsWith('src/') && pattern.test(textOf(file)))).toEqual([]);
  });

  test('of the language need no Node.js, because browsers run it too', () => {
    const ofNode = imports.filter(
      ({ file, specifier }) =>
        /^src\/language\/(?!execution-plan|processes|task-loader)/.test(file) && specifier.startsWith('node:'),
    );
    expect(ofNode).toEqual([]);
  });

  test('of files include the extension', () => {
    const withoutExtension = imports.filter(({ specifier }) => specifier.startsWith('.') && !specifier.endsWith('.ts'));
    expect(withoutExtension).toEqual([]);
  });

  test.each(Object.entries(adapters))('of %s are limited to its adapter', (packageName, adapter) => {
    const users = imports.filter(
      ({ specifier }) => specifier === packageName || specifier.startsWith(`${packageName}/`),
    );
    expect(users.filter(({ file }) => !adapter.test(file))).toEqual([]);
  });
});

describe('the drawing in docs/explanation/architecture.md', () => {
  const page = readFileSync(join(projectFolder, 'docs/explanation/architecture.md'), 'utf8');
  const [, drawing = ''] = /^```mermaid\n([^]*?)^```$/m.exec(page) ?? [];
  const arrows = arrowsOf(drawing);
  const drawn = new Set(arrows.flat());
  const imported = new Map(
    relativeImports('').map((relation) => {
      const pair = [relation.file, relation.target].map(drawnFolder) as [string, string]; // of two
      return [pair.join(' --> '), pair] as const;
    }),
  );

  test('has an arrow only for imports', () => {
    expect(arrows.map((arrow) => arrow.join(' --> ')).filter((arrow) => !imported.has(arrow))).toEqual([]);
    expect(arrows.length).toBeGreaterThan(20);
  });

  test('leads from each folder to all that it imports', () => {
    const reachable = (folder: string): readonly string[] =>
      arrows.flatMap(([from, to]) => (from === folder ? [to, ...reachable(to)] : []));
    const missing = [...imported.values()].filter(
      ([from, to]) => from !== to && to !== 'base' && !reachable(from).includes(to),
    );
    expect(missing).toEqual([]);
  });

  test('has every folder but base', () => {
    const folders = new Set([...imported.values()].flat());
    expect([...folders].filter((folder) => !drawn.has(folder))).toEqual(['base']);
  });
});

/**
 * Files that import from the folder of an engine, and why.
 */
const engineUsers: readonly (readonly [file: RegExp, why: string])[] = [
  [/^src\/engines\/engine-modules\.ts$/, 'the list of the engines'],
  [/^src\/engines\/flow-transpiler\.ts$/, 'a conversion transpiles a flow, whatever runs flows'],
  [
    /^src\/faces\/(cli\/local|flow-tests\/run|offline-flows)\//,
    'flowgate run and flow tests interpret flows themselves',
  ],
  [/^src\/abilities\/runs\/children\//, 'Flowgate evaluates the executions that a flow starts, whatever runs the flow'],
  [/^src\/faces\/cli\/import\//, 'an import reads jobs of a controller that are not flows'],
  [/^src\/faces\/cli\/.*library.*\.ts$/, 'a command prints the shared library for Jenkins'],
];

describe('an engine', () => {
  const isInside = (path: string) => /^src\/engines\/(jenkins|local)\//.test(path);

  test('is imported only where engines are listed', () => {
    const users = relativeImports('src/').filter(({ file, target }) => isInside(target) && !isInside(file));
    const unknown = users.filter(({ file }) => !engineUsers.some(([pattern]) => pattern.test(file)));
    expect(unknown.map(describeImport)).toEqual([]);
    expect(engineUsers.filter(([pattern]) => !users.some(({ file }) => pattern.test(file)))).toEqual([]);
  });

  test('imports no other engine', () => {
    const engineOf = (path: string) => path.split('/')[2];
    const others = relativeImports('src/engines/').filter(
      ({ file, target }) => isInside(file) && isInside(target) && engineOf(file) !== engineOf(target),
    );
    // Scripts on this machine run in the same programs as on agents (templates/agent).
    const shared = 'src/engines/local/shell/agent-script.ts';
    expect(others.filter(({ file }) => file !== shared).map(describeImport)).toEqual([]);
  });

  test('is compared by its name only in its folder', () => {
    const compares = /[!=]==? '(?:jenkins|local)'|'(?:jenkins|local)' [!=]==?|case '(?:jenkins|local)':/;
    const comparing = files.filter((file) => file.startsWith('src/') && !isInside(file) && compares.test(textOf(file)));
    // The checks of flow tests and reserved names compare kinds of tasks and of variables.
    const others = ['src/faces/flow-tests/suite/check-suite.ts', 'src/language/expressions/reserved-names.ts'];
    expect(comparing.filter((file) => !others.includes(file))).toEqual([]);
  });
});

describe('files import each other in no circles, types included', () => {
  test('in src, tasks and the console', () => {
    const all = [...files, ...sourceFiles('web/src', /\.tsx?$/)];
    const targets = new Map(
      all.map((file) => {
        const relative = importsIn(readSource(file)).filter((specifier) => specifier.startsWith('.'));
        return [file, relative.map((specifier) => posix.join(dirname(file), specifier))];
      }),
    );
    expect(circlesOf(targets)).toEqual([]);
    expect(targets.get('web/src/shell/shell-dialogs.tsx')).toContain('web/src/shell/palette/palette.tsx');
  });

  test('in the Python client', () => {
    const folder = 'clients/python/flowgate_client';
    const modules = sourceFiles(folder, /\.py$/);
    const targets = new Map(
      modules.map((file) => {
        const names = readSource(file).matchAll(/^\s*from \.(\w*) import (\w+)/gm);
        return [file, [...names].map(([, from = '', name = '']) => `${folder}/${from || name}.py`)];
      }),
    );
    expect(circlesOf(targets)).toEqual([]);
    expect(targets.get(`${folder}/client.py`)).toContain(`${folder}/execution.py`);
  });
});

test('adapters are created only where something is opened', () => {
  const made = files.flatMap((file) =>
    [...textOf(file).matchAll(/\bnew ((?:Redis|Bull|Jenkins)[A-Z]\w+)\(/g)]
      .map(([, name = '']) => ({ file, name }))
      .filter(({ name }) => !name.endsWith('Error')),
  );
  const isAdapter = (file: string) => /\/(?:redis|bull|jenkins)-[^/]+\.ts$/.test(file);
  const mayCreate = (file: string) =>
    file.startsWith('src/composition/') ||
    file === 'src/store/backup/run-backup.ts' ||
    /^src\/abilities\/.*\/open-[^/]+\.ts$/.test(file) ||
    /^src\/engines\/\w+\/\w+-module\.ts$/.test(file);
  expect(made.filter(({ file }) => !mayCreate(file) && !isAdapter(file))).toEqual([]);
  expect(made.length).toBeGreaterThan(5);
});

describe('files', () => {
  test('are not barrels that only re-export others', () => {
    const isStatement = (line: string) => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line);
    const barrels = files.filter((file) => {
      const statements = textOf(file).split('\n').filter(isStatement);
      return statements.length > 0 && statements.every((line) => /^export\b.*\bfrom\b/.test(line));
    });
    expect(barrels).toEqual([]);
    expect(files.filter((file) => file.endsWith('/index.ts'))).toEqual([]);
  });

  test('have meaningful kebab-case names', () => {
    const vague = /(^|\/)(utils?|helpers?|common|misc)(\/|\.ts$)/;
    expect(files.filter((file) => vague.test(file) || !/^[a-z0-9/.-]+$/.test(file))).toEqual([]);
  });

  test('read the environment only in main and config', () => {
    const readers = files.filter((file) => /\bprocess\.env\b/.test(textOf(file)));
    // The language thread replaces its environment with an empty one.
    const mayRead = (file: string) =>
      file === 'src/main.ts' ||
      file.startsWith('src/base/config/') ||
      file === 'src/abilities/documents/language-process.ts';
    expect(readers.filter((file) => !mayRead(file))).toEqual([]);
  });
});

function sourceFiles(folder: string, extension = /\.ts$/): string[] {
  return readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => extension.test(file))
    .toSorted();
}

function readSource(file: string): string {
  return readFileSync(join(projectFolder, file), 'utf8');
}

function textOf(file: string): string {
  return sources.get(file) ?? '';
}

function importsIn(text: string): string[] {
  const statement =
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s+'([^']+)'|^\s*import\s+'([^']+)'|\bimport\(\s*'([^']+)'/gm;
  return [...text.matchAll(statement)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

/** The folder in which a file stands inside of another folder; empty for one that is beside these folders. */
function folderInside(folder: string, file: string): string {
  const [name = '', ...rest] = posix.relative(folder, file).split('/');
  return rest.length > 0 ? name : '';
}

/** The arrows of a Mermaid drawing, one or more to a line, between the titles of its nodes. */
function arrowsOf(drawing: string): readonly (readonly [from: string, to: string])[] {
  const titles = new Map([...drawing.matchAll(/(\w+)\[([\w-]+)\]/g)].map(([, id = '', title = '']) => [id, title]));
  const titleOf = (id = '') => titles.get(id) ?? id;
  return [...drawing.replaceAll(/\[[^\]]*\]/g, '').matchAll(/^ *(\w+) --> (.+)$/gm)].flatMap(([, from, to = '']) =>
    to.split(' & ').map((id) => [titleOf(from), titleOf(id)] as const),
  );
}

/** The folder of a file as the drawing names it: that of `src`, or the ability. */
function drawnFolder(file: string): string {
  if (file.startsWith('tasks/')) return 'tasks';
  const folder = folderInside('src', file) || 'main';
  return folder === 'abilities' ? folderInside('src/abilities', file) || 'open-abilities' : folder;
}

/** The groups of files that import each other, directly or not (Tarjan). */
function circlesOf(targets: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const number = order.size;
    order.set(file, number);
    lowest.set(file, number);
    open.push(file);
    for (const target of targets.get(file) ?? []) {
      const reached = order.has(target) ? (open.includes(target) ? order.get(target)! : number) : visit(target);
      lowest.set(file, Math.min(lowest.get(file)!, reached));
    }
    if (lowest.get(file) === number) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle);
    }
    return lowest.get(file)!;
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return circles;
}

function mayImport(importing: string, imported: string, order: readonly (readonly string[])[]): boolean {
  const position = (folder: string) =>
    folder === '' ? order.length : order.findIndex((group) => group.includes(folder));
  return importing === imported || position(imported) < position(importing);
}

interface RelativeImport {
  readonly file: string;
  readonly target: string;
}

function relativeImports(prefix: string): RelativeImport[] {
  return imports
    .filter(({ file, specifier }) => file.startsWith(prefix) && specifier.startsWith('.'))
    .map(({ file, specifier }) => ({ file, target: posix.join(dirname(file), specifier) }));
}

function describeImport({ file, target }: RelativeImport): string {
  return `${file} imports ${target}`;
}
