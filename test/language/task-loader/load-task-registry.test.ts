import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse, relative } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { severityOf } from '../../../src/base/problem/problem-catalogue.ts';
import type { JsonObject } from '../../../src/base/text/json-value.ts';
import type { Task } from '../../../src/language/flow/flow.ts';
import type { TaskContext } from '../../../src/language/flow/task-types.ts';
import { loadTaskRegistry, TaskRegistryError } from '../../../src/language/task-loader/load-task-registry.ts';
import { outsideTaskFolder, ownTaskFolder } from '../../../src/language/task-loader/task-folder.ts';
import { emitPiece } from '../../../src/language/task-types/emit-piece.ts';
import type { Piece } from '../../../src/language/task-types/piece.ts';
import { TaskPropertyReader } from '../../../src/language/task-types/task-property-reader.ts';

const fixtures = join(import.meta.dirname, '../../fixtures/task-folders');
const projectFolder = join(import.meta.dirname, '../../..');
const ownTasks = ownTaskFolder().tasks;
/** The path of a module of Flowgate, as problems show it. */
const ownModule = (stem: string) =>
  relative(projectFolder, join(ownTasks, readdirSync(ownTasks).find((file) => parse(file).name === stem) ?? ''));
const context: TaskContext = { prefix: 'ACME', vendor: 'acme', inputs: [], variables: [], typeOf: () => undefined };
const own = await loadTaskRegistry({ folders: [ownTaskFolder()], vendor: 'vendor' });

const madeFolders: string[] = [];
afterAll(() => madeFolders.forEach((folder) => rmSync(folder, { recursive: true })));

function makeFolder(files: Readonly<Record<string, string>>, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'flowgate-tasks-'));
  madeFolders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function taskOf(properties: JsonObject): Task {
  return { id: 'one', type: 'any', disabled: false, allowFailure: false, outputSchema: {}, properties };
}

it("Flowgate's own task types withstand what is tried with others at the start", async () => {
  await expect(
    loadTaskRegistry({ folders: [{ ...ownTaskFolder(), isTested: false }], vendor: 'vendor' }),
  ).resolves.toMatchObject({ names: own.names });
});

describe('external task types', () => {
  it('have two files each, in TypeScript or JavaScript', async () => {
    const folders = ['side-by-side', 'apart'].map((name) => outsideTaskFolder(join(fixtures, name)));
    const registry = await loadTaskRegistry({ folders, vendor: 'acme' });
    expect(registry.names).toEqual([
      'dev.acme.plugin.example.Greet',
      'dev.acme.plugin.example.Sleep',
      'dev.acme.plugin.example.Wait',
    ]);
    const wait = registry.find('dev.acme.plugin.example.Sleep')!;
    expect(wait.name).toBe('dev.acme.plugin.example.Wait');
    expect(String(wait.render(wait.view(taskOf({ seconds: 2 }), context)))).toBe("sleep(time: 2, unit: 'SECONDS')");
    const greet = registry.find('dev.acme.plugin.example.Greet')!;
    const { greeting } = greet.view(taskOf({ name: '{{ inputs.user_name }}' }), context);
    expect(emitPiece(greeting as Piece).names).toEqual(['USER_NAME']);
  });

  it('share a program whose stem is a prefix of theirs', async () => {
    const module = (type: string) => `import { defineTask } from '@flowgate/flowgate/task';
      export const task = defineTask({ type: 'x.${type}', title: 'T', description: 'D', properties: { properties: {} }, view: () => ({}), examples: [{ title: 'E', yaml: '- {id: a, type: dev.vendor.plugin.x.${type}}' }] });`;
    const folder = makeFolder({
      'tool.support.sh': 'echo shared\n',
      'tool-one.support.sh': 'echo own\n',
      'tool-one.js': module('One'),
      'tool-one.groovy.hbs': 'a()',
      'tool-two.js': module('Two'),
      'tool-two.groovy.hbs': 'a()',
      'tools.js': module('Other'),
      'tools.groovy.hbs': 'a()',
    });
    const registry = await loadTaskRegistry({ folders: [outsideTaskFolder(folder)], vendor: 'acme' });
    const supportOf = (name: string) =>
      registry
        .find(`dev.acme.plugin.x.${name}`)!
        .support.map((code) => /String (\w+)/.exec(String(code))?.[1])
        .toSorted();
    expect([supportOf('One'), supportOf('Two'), supportOf('Other')]).toEqual([
      ['tool_one_support_sh', 'tool_support_sh'],
      ['tool_support_sh'],
      [],
    ]);
  });
});

describe('a folder with problems', () => {
  const module = (type: string, rest = '') => `
    import { defineTask, message, messages, text } from '@flowgate/flowgate/task';
    export const task = defineTask({
      type: '${type}', title: 'T', description: 'D',
      properties: { properties: { text: { type: 'string', description: 'Any.' } } },
      view: ({ properties }) => ({ text: text(properties.text) }),
      examples: [{ title: 'E', yaml: '- {id: a, type: dev.vendor.plugin.${type}, text: x}' }],
      ${rest}
    });`;
  const template = 'echo {{text}}';

  async function problemsOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const folder = makeFolder(files);
    const error: unknown = await loadTaskRegistry({
      folders: [ownTaskFolder(), outsideTaskFolder(folder)],
      vendor: 'vendor',
    }).catch((thrown: unknown) => thrown);
    if (!(error instanceof TaskRegistryError)) throw new Error('The folder has no problem');
    return error.problems.map((problem) => problem.replace(`${folder}/`, '').replace(`${projectFolder}/`, ''));
  }

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['a module without a template', { 'a.ts': module('x.A') }, 'a.ts: its template a.groovy.hbs was not found'],
    [
      'a template without a module',
      { 'a.groovy.hbs': template },
      'a.groovy.hbs: its module a.ts or a.js was not found',
    ],
    [
      'support without a module',
      { 'a.support.groovy.hbs': '' },
      'a.support.groovy.hbs: its module a.ts or a.js was not found',
    ],
    [
      'a known type',
      { 'a.js': module('core.shell.Shell'), 'a.groovy.hbs': template },
      `a.js: dev.vendor.plugin.core.shell.Shell is already registered by ${ownModule('shell')}`,
    ],
    [
      'a known alias',
      { 'a.js': module('x.A', "aliases: ['core.log.Echo']"), 'a.groovy.hbs': template },
      `a.js: dev.vendor.plugin.core.log.Echo is already registered by ${ownModule('log')}`,
    ],
    [
      'two modules with the same stem',
      { 'a.js': module('x.A'), 'a.ts': module('x.A'), 'a.groovy.hbs': template },
      'a.ts: a.js has the same stem; keep one of them',
    ],
    [
      'no export',
      { 'a.js': 'export const other = 1;', 'a.groovy.hbs': template },
      'a.js: has no export "task"; write: export const task = defineTask({ ... })',
    ],
    [
      'an import error',
      { 'a.js': "import 'not-there';", 'a.groovy.hbs': template },
      "a.js: cannot be loaded: Cannot find package 'not-there'",
    ],
    [
      'a syntax error',
      { 'a.ts': 'export const = 1', 'a.groovy.hbs': template },
      'a.ts:1:13: ERROR: Expected identifier but found "="',
    ],
    [
      'a syntax error in JavaScript',
      { 'a.js': '\nexport const = 1', 'a.groovy.hbs': template },
      'a.js:2:13: ERROR: Expected identifier but found "="',
    ],
    [
      'a schema that does not compile',
      {
        'a.js': module('x.A', "properties: { properties: { text: { type: 'txt', description: 'x' } } }"),
        'a.groovy.hbs': template,
      },
      'a.js: task.properties: ',
    ],
    [
      'a common property of tasks',
      {
        'a.js': module('x.A', "properties: { properties: { retry: { type: 'string', description: 'x' } } }"),
        'a.groovy.hbs': template,
      },
      'a.js: task.properties: "retry" is a common property of all tasks',
    ],
    [
      'an example that is rejected',
      { 'a.js': module('x.A').replace('text: x}', 'txt: x}'), 'a.groovy.hbs': template },
      'a.js: task.examples: the example "a" is rejected: Unknown property "txt". Did you mean "text"?',
    ],
    [
      'an unknown name in a template',
      { 'a.js': module('x.A'), 'a.groovy.hbs': '{{#if flag}}{{text}}{{/if}}' },
      'a.groovy.hbs: the view does not always return flag',
    ],
    [
      'a template that does not parse',
      { 'a.js': module('x.A'), 'a.groovy.hbs': '{{#if text}}' },
      'a.groovy.hbs: Parse error on line 1',
    ],
    [
      'a helper in a template',
      { 'a.js': module('x.A'), 'a.groovy.hbs': '\n{{#each text}}{{/each}}' },
      'a.groovy.hbs: line 2: only the blocks {{#if name}} and {{#unless name}} are supported',
    ],
    [
      'a path in a template',
      { 'a.js': module('x.A'), 'a.groovy.hbs': '{{text.length}}' },
      'a.groovy.hbs: line 1: only plain names of the view are supported',
    ],
    [
      'a partial in a template',
      { 'a.js': module('x.A'), 'a.groovy.hbs': '{{> other}}' },
      'a.groovy.hbs: line 1: a PartialStatement is not supported in a task template',
    ],
    [
      'a message that is printed',
      { 'a.js': module('x.A').replace('text(', 'message('), 'a.groovy.hbs': template },
      'a.groovy.hbs: text is a message; write task.text instead of {{text}}',
    ],
    [
      'a list of messages that is printed',
      {
        'a.js': module('x.A').replace('text(', 'messages(').replace('(properties.text)', '([properties.text])'),
        'a.groovy.hbs': template,
      },
      'a.groovy.hbs: text is a message; write task.text instead of {{text}}',
    ],
    [
      'an unknown form for the local engine',
      { 'a.js': module('x.A', "local: 'shell',"), 'a.groovy.hbs': template },
      'a.js: task.local must be "script" or "message"',
    ],
    [
      'a view without what the local engine needs',
      { 'a.js': module('x.A', "local: 'script',"), 'a.groovy.hbs': template },
      'a.js: task.local is "script", so the view must return shell code as "script"',
    ],
    [
      'a view with something else than the local engine reads',
      {
        'a.js': module('x.A', "local: 'script',").replace('text: text(', 'script: text("x"), files: text('),
        'a.groovy.hbs': 'runScript(task)',
      },
      'a.js: task.local is "script", so the view must return a map as "files"',
    ],
    [
      'support that uses a view',
      { 'a.js': module('x.A'), 'a.groovy.hbs': template, 'a.support.groovy.hbs': template },
      'a.support.groovy.hbs: cannot use text, because it is the same for every task',
    ],
  ])('is rejected for %s', async (_, files, problem) => {
    const problems = await problemsOf(files);
    expect(problems).toEqual(expect.arrayContaining([expect.stringContaining(problem)]));
  });

  it('reports all problems at once', async () => {
    const problems = await problemsOf({
      'a.ts': module('x.A'),
      'b.groovy.hbs': template,
      'c.js': 'export const task = { title: 3 };',
    });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'a.ts',
      'b.groovy.hbs',
      ...Array.from({ length: 6 }, () => 'c.js'),
    ]);
  });

  it('is rejected if it does not exist', async () => {
    const folder = outsideTaskFolder('/not/there');
    await expect(loadTaskRegistry({ folders: [folder], vendor: 'vendor' })).rejects.toThrow(
      '/not/there: cannot be read',
    );
  });
});

describe("Flowgate's own types", () => {
  it('are those of the language, with their aliases', () => {
    const named = own.names.map((name) => name.replace('dev.vendor.plugin.', ''));
    const required = [
      'core.flow.Subflow',
      'core.http.Download',
      'core.http.Request',
      'core.log.Echo',
      'core.log.Log',
      'core.rosbag.LoadById',
      'core.shell.Bash',
      'core.shell.Commands',
      'core.shell.Shell',
      'docker.run',
      'script.shell.Script',
      'scripts.python.Commands',
      'scripts.python.Script',
    ];
    // A type that is added is tested by its own examples.
    expect(named).toEqual(expect.arrayContaining(required));
  });

  it('are documented as whole tasks', () => {
    const { type, aliases, schema } = own.find('dev.vendor.plugin.core.log.Echo')!.documentation;
    expect([type, ...aliases]).toEqual(['dev.vendor.plugin.core.log.Log', 'dev.vendor.plugin.core.log.Echo']);
    expect(schema).toMatchObject({
      type: 'object',
      required: ['id', 'type', 'message'],
      additionalProperties: false,
      properties: {
        type: { enum: [type, ...aliases, 'core.log.Log', 'core.log.Echo'] },
        message: {},
        run_if: {},
        outputSchema: {},
      },
    });
  });

  it('are found without the prefix, which no list of names shows', () => {
    expect(own.find('core.log.Echo')).toBe(own.find('dev.vendor.plugin.core.log.Log'));
    expect(own.find('docker.run')?.name).toBe('dev.vendor.plugin.docker.run');
    for (const name of ['log.Log', 'Log', 'core.log.log', 'plugin.core.log.Log', '.core.log.Log', ''])
      expect(own.find(name)).toBeUndefined();
    expect(own.names.filter((name) => !name.startsWith('dev.vendor.plugin.'))).toEqual([]);
  });

  it('have examples that can be used unchanged, whatever the vendor', async () => {
    const registry = await loadTaskRegistry({ folders: [ownTaskFolder()], vendor: 'acme' });
    const types = registry.types.flatMap(({ documentation }) =>
      documentation.examples.flatMap(({ yaml }) => yaml.match(/type: *dev\.\w+/g) ?? []),
    );
    expect(new Set(types)).toEqual(new Set(['type: dev.acme']));
  });

  it.each([
    ['core.http.Request', { url: 'ftp://a', method: 'get', extra: 1 }, ['/url']],
    ['core.http.Download', { url: 'http://a', outputPath: ['x'], headers: { 'a b': 'c' } }, ['/headers/a b']],
    ['core.shell.Bash', { script: 'echo $(({{ inputs.a }}))', env: ['A'] }, ['/script']],
    ['docker.run', { privileged: true, cpu: 'many' }, []],
  ])('%s: an invalid property does not hide problems of the others', (type, properties, paths) => {
    const task = { id: 't', type, disabled: false, allowFailure: false, outputSchema: {}, properties };
    const taskType = own.find(`dev.vendor.plugin.${type}`)!;
    const typed = taskType.read(properties, () => undefined);
    const problems = taskType.check({ ...task, properties: typed.properties }, typed, context);
    expect(problems.map(({ path }) => `/${path.join('/')}`)).toEqual(paths);
  });

  it('leave no property undescribed', () => {
    const undescribed = own.types.flatMap(({ name, documentation }) =>
      Object.entries(documentation.schema.properties as Record<string, JsonObject>)
        .filter(([, property]) => typeof property.description !== 'string')
        .map(([property]) => `${name}: ${property}`),
    );
    expect(undescribed).toEqual([]);
  });

  it.each(own.types.map((type) => [type.name, type] as const))(
    '%s never rejects a task without a reason',
    (_, { documentation }) => {
      const reader = new TaskPropertyReader(documentation.schema);
      const names = [
        ...Object.keys(documentation.schema.properties as JsonObject),
        'hostPath',
        'path',
        'count',
        'deviceIds',
        'unknown',
      ];
      const { value } = fc.letrec<{ value: JsonObject }>((tie) => ({
        value: fc.dictionary(
          fc.constantFrom(...names),
          fc.oneof(
            { maxDepth: 3 },
            fc.constantFrom(null, true, 0, 1.5, 200, '', 'a', '/a', 'GET', []),
            fc.array(fc.oneof(fc.constantFrom('a', 1, null), tie('value')), { maxLength: 2 }),
            tie('value'),
          ),
          { maxKeys: 6 },
        ),
      })) as { value: fc.Arbitrary<JsonObject> };
      fc.assert(
        fc.property(value, (written) => {
          const { properties, fitting, problems } = reader.read(written, () => undefined);
          const isRejected = problems.some((each) => severityOf(each) === 'error' && !each.code.endsWith('-name'));
          expect(isRejected).toBe(fitting !== properties);
        }),
        { numRuns: 300 },
      );
    },
  );
});
