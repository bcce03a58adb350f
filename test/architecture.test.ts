import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * The folders of `src` in the order in which data flows through them. A file imports only from its own folder and from
 * groups further up in this list; folders of one group do not import each other. The subfolders of `language` and
 * `store` are listed individually; other folders include their subfolders.
 */
const layers = [
  ['text', 'timers'],
  ['problem'],
  ['answers'],
  ['api-client'],
  ['config', 'groovy', 'masking', 'telemetry'],
  ['language/safe-patterns'],
  ['language/document', 'log'],
  ['language/input-types'],
  ['language/expressions'],
  ['language/shell', 'language/inputs'],
  ['language/flow'],
  ['language/task-types', 'access'],
  ['language/test-files', 'language-service'],
  ['execution-plan', 'task-loader', 'processes', 'import'],
  ['lifecycle'],
  ['store/redis'],
  ['store/secrets', 'store/revisions', 'store/audit'],
  ['secret-providers'],
  ['store/files', 'store/presets', 'store/tokens', 'store/triggers'],
  ['store/archive'],
  ['execution'],
  ['engines'],
  ['notifications'],
  ['migrations'],
  ['backup'],
  ['services'],
  ['offline-flows'],
  ['flow-tests'],
  ['metrics'],
  ['http'],
  ['composition'],
  ['cli'],
  ['main'],
];

/** The folders whose subfolders have their own layers. */
const districts = ['language', 'store'];

/**
 * The folders of the import's mapping, as `layers`: the drafts of a flow, the context of a mapping, values, scripts and
 * conditions, and the constructs of Jenkins from directives to stages. The files beside them use all.
 */
const mappingLayers = [
  ['drafts'],
  ['context'],
  ['by-hand', 'values'],
  ['conditions', 'scripts'],
  ['agents', 'directives'],
  ['steps'],
  ['statements', 'stages'],
];

/** Packages that only these files may import; all other code uses a port. */
const adapters: Readonly<Record<string, RegExp>> = {
  '@opentelemetry/api': /\/otel-[^/]+\.ts$/,
  '@opentelemetry/sdk-node': /\/otel-[^/]+\.ts$/,
  ioredis: /^src\/store\/redis\/|\/redis-[^/]+\.ts$/,
  bullmq: /\/bull-[^/]+\.ts$/,
  '@aws-sdk/client-s3': /^src\/store\/archive\/s3-[^/]+\.ts$/,
  jenkins: /^src\/engines\/jenkins\/client\/jenkins-[^/]+\.ts$/,
  'openapi-fetch': /^src\/api-client\//,
  '@rgrove/parse-xml': /^src\/text\/parse-xml\.ts$/,
  express: /^src\/http\//,
  '@modelcontextprotocol/server': /^src\/http\/mcp\/mcp-endpoint\.ts$/,
  busboy: /^src\/http\/request\/read-form\.ts$/,
  'express-openapi-validator': /^src\/http\//,
};

/** The folders that the drawing of the architecture leaves out, because many others use them. */
const belowAll = ['text', 'timers', 'problem', 'answers', 'masking', 'config', 'log', 'telemetry'];

const projectFolder = join(import.meta.dirname, '..');
const files = [...sourceFiles('src'), ...sourceFiles('tasks')];
const sources = new Map(files.map((file) => [file, readSource(file)]));
const imports = files.flatMap((file) => importsIn(textOf(file)).map((specifier) => ({ file, specifier })));

describe('imports', () => {
  test('every folder of src has a layer', () => {
    const folders = new Set(files.filter((file) => file.startsWith('src/')).map(layerOf));
    expect([...folders].filter((folder) => !layers.flat().includes(folder))).toEqual([]);
  });

  test('follow the direction of the data flow', () => {
    const wrongWay = relativeImports('src/').filter(({ file, target }) => !mayImport(layerOf(file), layerOf(target)));
    expect(wrongWay.map(describeImport)).toEqual([]);
  });

  test('inside the mapping of the import go from constructs to what they are made of', () => {
    const mapping = 'src/import/mapping/';
    const folderOf = (file: string) => posix.relative(mapping, dirname(file));
    const inside = relativeImports(mapping).filter(({ target }) => target.startsWith(mapping));
    const folders = new Set(inside.flatMap(({ file, target }) => [file, target]).map(folderOf));
    expect([...folders].filter((folder) => folder !== '').toSorted()).toEqual(mappingLayers.flat().toSorted());
    const wrongWay = inside.filter(
      ({ file, target }) => folderOf(file) !== '' && !mayImport(folderOf(file), folderOf(target), mappingLayers),
    );
    expect(wrongWay.map(describeImport)).toEqual([]);
  });

  test('of a task module are limited to the task contract, Groovy quoting and what modules share', () => {
    const others = relativeImports('tasks/').filter(
      ({ target }) =>
        target !== 'src/language/task-types/task-contract.ts' &&
        !target.startsWith('src/groovy/') &&
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
      .filter((file) => file.startsWith('src/') && file !== 'src/api-client/openapi-types.ts')
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
      ({ file, specifier }) => /^src\/language(-service)?\//.test(file) && specifier.startsWith('node:'),
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
      ([from, to]) =>
        from !== to && !belowAll.includes(to) && !belowAll.includes(from) && !reachable(from).includes(to),
    );
    expect(missing).toEqual([]);
  });

  test('has every folder, or the page names those that it leaves out', () => {
    const folders = new Set([...imported.values()].flat());
    expect([...folders].filter((folder) => !drawn.has(folder)).toSorted()).toEqual(belowAll.toSorted());
    expect(belowAll.filter((folder) => !page.split('```mermaid')[0]?.includes(`\`${folder}\``))).toEqual([]);
  });
});

/**
 * Files that import from the folder of an engine, and why.
 */
const engineUsers: readonly (readonly [file: RegExp, why: string])[] = [
  [/^src\/engines\/engine-modules\.ts$/, 'the list of the engines'],
  [/^src\/engines\/flow-transpiler\.ts$/, 'a conversion transpiles a flow, whatever runs flows'],
  [/^src\/(cli\/local|flow-tests\/run|offline-flows)\//, 'flowgate run and flow tests interpret flows themselves'],
  [/^src\/services\/separate\//, 'Flowgate evaluates the executions that a flow starts, whatever runs the flow'],
  [/^src\/cli\/import\//, 'an import reads jobs of a controller that are not flows'],
  [/^src\/cli\/.*library.*\.ts$/, 'a command prints the shared library for Jenkins'],
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
    const others = ['src/flow-tests/suite/check-suite.ts', 'src/language/expressions/reserved-names.ts'];
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

test('adapters are created only in src/composition and by engines', () => {
  const made = files.flatMap((file) =>
    [...textOf(file).matchAll(/\bnew ((?:Redis|Bull|Jenkins)[A-Z]\w+)\(/g)]
      .map(([, name = '']) => ({ file, name }))
      .filter(({ name }) => !name.endsWith('Error')),
  );
  const isAdapter = (file: string) => /\/(?:redis|bull|jenkins)-[^/]+\.ts$/.test(file);
  const mayCreate = (file: string) =>
    file.startsWith('src/composition/') || /^src\/engines\/\w+\/\w+-module\.ts$/.test(file);
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
      ['main', 'config'].includes(layerOf(file)) || file === 'src/composition/language-process.ts';
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

/** The layer of a file; files in `src` itself belong to `main`. */
function layerOf(file: string): string {
  const [, folder = '', room = '', ...rest] = file.split('/');
  if (room === '') return 'main';
  return districts.includes(folder) && rest.length > 0 ? `${folder}/${room}` : folder;
}

/** The arrows of a Mermaid drawing, one or more to a line, between the titles of its nodes. */
function arrowsOf(drawing: string): readonly (readonly [from: string, to: string])[] {
  const titles = new Map([...drawing.matchAll(/(\w+)\[([\w-]+)\]/g)].map(([, id = '', title = '']) => [id, title]));
  const titleOf = (id = '') => titles.get(id) ?? id;
  return [...drawing.replaceAll(/\[[^\]]*\]/g, '').matchAll(/^ *(\w+) --> (.+)$/gm)].flatMap(([, from, to = '']) =>
    to.split(' & ').map((id) => [titleOf(from), titleOf(id)] as const),
  );
}

/** The folder of a file as the drawing names it: the rooms of `language`, and otherwise the folder of `src`. */
function drawnFolder(file: string): string {
  if (file.startsWith('tasks/')) return 'tasks';
  const [folder = '', room = ''] = layerOf(file).split('/');
  return folder === 'language' ? room : folder;
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

function mayImport(importing: string, imported: string, order: readonly (readonly string[])[] = layers): boolean {
  const position = (folder: string) => order.findIndex((group) => group.includes(folder));
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
