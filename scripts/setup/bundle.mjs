import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writePackageList } from './licences.mjs';
import { projectFolder } from './project.mjs';

/**
 * What Node loads by itself, so that it needs a file of its own: the programs and their threads, what other packages
 * import, and the language, which `npm run bench` measures.
 */
const entries = [
  'src/main',
  'src/faces/cli/run-command-line',
  'src/faces/cli/flows/load-language',
  'src/abilities/documents/language-process',
  'src/language/processes/bounded-work-process',
  'src/faces/api-client/flowgate',
  'src/language/task-types/task-contract',
];

/**
 * The packages that stay outside, and that npm installs with Flowgate: tsx, which loads task modules in TypeScript, and
 * openapi-fetch, whose types the client shows.
 */
export const outsidePackages = ['openapi-fetch', 'tsx'];

/**
 * What a command or a process loads at its start, by the name of the file that it becomes: without these groups, each
 * module that another program imports too would be a file of its own, and Node takes half a millisecond for each. A
 * module belongs to the first group whose modules import it.
 */
const startGroups = {
  work: ['src/language/processes/bounded-work-process'],
  command: ['src/faces/cli/run-command-line'],
  contract: ['src/language/task-types/task-contract', 'src/faces/api-client/flowgate'],
  commands: ['src/faces/cli/command-list', 'src/faces/cli/parser/command-parser'],
  check: ['src/faces/cli/flows/validate-files'],
  run: ['src/faces/cli/local/run-flow-file'],
};

const insidePackages = /[\\/]node_modules[\\/]/;
const packagesChunk = 'packages';
const packagesFolder = `${packagesChunk}/`;

/**
 * Bundles src and tasks with the packages that they import, because Node takes most of a start to find and read files.
 * Code of Flowgate stays readable, with source maps that are read only for the stack of a defect. Code of packages is minified.
 */
export async function bundleProgram(folder) {
  const [{ rolldown }, { minifySync }] = await Promise.all([import('rolldown'), import('rolldown/utils')]);
  const bundle = await rolldown({
    cwd: projectFolder,
    platform: 'node',
    input: Object.fromEntries([...entries, ...taskModules()].map((name) => [name, `${name}.ts`])),
    // Only for Flowgate itself: a package in the bundle may need another version than the one that npm installs.
    external: (id, importer = '') =>
      !insidePackages.test(importer) && outsidePackages.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [luaFiles()],
    // A warning is a mistake, unless it is about a slow build.
    onLog: (level, log, handle) => handle(level === 'warn' && !log.code?.endsWith('TIMINGS') ? 'error' : level, log),
  });
  const { output } = await bundle.generate({
    format: 'esm',
    keepNames: true,
    comments: false,
    entryFileNames: '[name].js',
    chunkFileNames: ({ name }) => `${name.startsWith(packagesChunk) ? packagesFolder : 'chunks/[name]-'}[hash].js`,
    codeSplitting: {
      groups: [
        { name: packagesChunk, test: insidePackages, entriesAware: true },
        { name: startGroupOf(), debugName: 'start' },
      ],
    },
    sourcemap: 'hidden',
    sourcemapExcludeSources: true,
  });
  await bundle.close();
  for (const file of output) {
    const { fileName, code, source = code } = file;
    const isOfPackages = fileName.startsWith(packagesFolder);
    if (isOfPackages && fileName.endsWith('.map')) continue;
    mkdirSync(join(folder, dirname(fileName)), { recursive: true });
    writeFileSync(join(folder, fileName), isOfPackages ? minified(file, minifySync) : source);
  }
  writePackageList(
    folder,
    output.flatMap(({ moduleIds = [] }) => moduleIds),
  );
}

/** Compiles each module of src and tasks to a file of its own, for the tests; packages stay outside. */
export async function compileModules(folder) {
  const { rolldown } = await import('rolldown');
  const files = ['src', 'tasks'].flatMap((top) =>
    readdirSync(join(projectFolder, top), { recursive: true }).map((file) => join(top, file)),
  );
  const modules = files.filter((file) => file.endsWith('.ts'));
  const bundle = await rolldown({
    cwd: projectFolder,
    platform: 'node',
    input: Object.fromEntries(modules.map((file) => [file.slice(0, -'.ts'.length), `./${file}`])),
    // What the compiler itself adds has no package here.
    external: (id) => /^(?!@oxc-project\/)[@\w]/.test(id),
    plugins: [luaFiles()],
    treeshake: false,
    logLevel: 'silent',
  });
  const entryFileNames = '[name].js';
  await bundle.write({ dir: folder, preserveModules: true, preserveModulesRoot: projectFolder, entryFileNames });
  await bundle.close();
}

/** A function that names the group of a module; undefined for the files that Node loads by themselves, and all others. */
function startGroupOf() {
  let groups;
  return (id, graph) => {
    groups ??= modulesByGroup(graph);
    return groups.get(id);
  };
}

function modulesByGroup(graph) {
  const groups = new Map();
  const add = (id, name) => {
    const { isEntry, importedIds } = graph.getModuleInfo(id) ?? {};
    if (groups.has(id) || importedIds === undefined || insidePackages.test(id)) return;
    groups.set(id, isEntry ? undefined : name);
    for (const imported of importedIds) add(imported, name);
  };
  for (const [name, modules] of Object.entries(startGroups))
    for (const module of modules) add(join(projectFolder, `${module}.ts`), name);
  return groups;
}

/** Inlines the Lua files in place of the module that reads them. */
function luaFiles() {
  const reader = join(projectFolder, 'src/store/redis/read-lua.ts');
  const folder = join(projectFolder, 'src');
  return {
    name: 'lua-files',
    load(id) {
      if (id !== reader) return null;
      const paths = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.lua'));
      const texts = Object.fromEntries(
        paths.toSorted().map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
      );
      return `const texts = ${JSON.stringify(texts)};\nexport const readLua = (file) => texts[file];`;
    },
  };
}

function minified({ fileName, code }, minify) {
  // Libraries name errors after their classes.
  const keepNames = { function: true, class: true };
  const result = minify(fileName, code, { module: true, compress: { keepNames }, mangle: { keepNames } });
  if (result.errors.length > 0) throw new Error(`${fileName}: ${result.errors[0].message}`);
  return result.code;
}

/** Each stays a separate file, because the folder is the registration. */
function taskModules() {
  return readdirSync(join(projectFolder, 'tasks'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `tasks/${name.slice(0, -'.ts'.length)}`);
}
