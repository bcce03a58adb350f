import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { projectFolder, runSetupStep, SetupError } from './project.mjs';
import { ensurePythonEnvironment } from './python-environment.mjs';

/** The tools that check the chart and the compose files, each built with Go from exactly this version. */
const tools = {
  helm: 'helm.sh/helm/v3/cmd/helm@v3.22.0',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0',
  // The reference implementation of the Compose Specification; its program is called cmd.
  cmd: 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2',
};
const folder = join(projectFolder, 'node_modules', '.cache', 'packaging');

/**
 * Ensures that the tools are available.
 * @returns the environment variables that tell the suites where
 */
export function ensurePackagingTools() {
  const programs = join(folder, 'bin');
  const missing = Object.keys(tools).filter((name) => !existsSync(programOf(name, programs)));
  if (missing.length > 0) installWithGo(missing, programs);
  return {
    FLOWGATE_TEST_HELM: programOf('helm', programs),
    FLOWGATE_TEST_KUBECONFORM: programOf('kubeconform', programs),
    FLOWGATE_TEST_COMPOSE: programOf('cmd', programs),
    FLOWGATE_TEST_KUBERNETES_SCHEMAS: ensureKubernetesSchemas(),
    FLOWGATE_TEST_MYPY: join(ensurePythonEnvironment('mypy', 'test/deploy/tools/mypy.txt'), 'bin', 'mypy'),
  };
}

/** The version is part of the name, so that a new version is installed beside the old one. */
function programOf(name, programs) {
  return join(programs, tools[name].split('@')[1], name);
}

function installWithGo(names, programs) {
  // Its own installer puts it there, outside the path.
  const path = [process.env.PATH, '/usr/local/go/bin'].join(delimiter);
  if (spawnSync('go', ['version'], { env: { ...process.env, PATH: path } }).status !== 0) {
    throw new SetupError(
      `Go was not found; it builds ${names.join(', ')}, which check the chart and the compose files. Install it from your system's packages or https://go.dev/doc/install.`,
    );
  }
  for (const name of names) {
    const target = join(programOf(name, programs), '..');
    runSetupStep(`building ${tools[name]}`, 'go', ['install', tools[name]], { PATH: path, GOBIN: target });
  }
}

/**
 * The JSON Schemas of Kubernetes, one folder per version, from a package that has them; kubeconform would download them
 * instead. References become relative and ids go, because kubeconform finds schemas by their file alone.
 */
function ensureKubernetesSchemas() {
  const environment = ensurePythonEnvironment(
    'kubernetes-schemas',
    'test/deploy/tools/kubernetes-schemas.txt',
    // Only the package's program needs its dependencies.
    { options: ['--no-deps'] },
  );
  const target = join(environment, 'schemas');
  if (existsSync(target)) return target;
  const library = join(environment, 'lib');
  const [python] = readdirSync(library);
  const source = join(library, python, 'site-packages', 'kubernetes_validate', 'kubernetes-json-schema');
  rmSync(`${target}.part`, { recursive: true, force: true });
  for (const name of readdirSync(source).filter((each) => each.endsWith('-local-strict'))) {
    const version = join(`${target}.part`, name.replace('-local-strict', ''));
    mkdirSync(version, { recursive: true });
    cpSync(join(source, name), version, { recursive: true });
    for (const file of readdirSync(version)) makeRelative(join(version, file));
  }
  renameSync(`${target}.part`, target);
  return target;
}

function makeRelative(path) {
  const schema = JSON.parse(readFileSync(path, 'utf8').replaceAll('"/api/_definitions.json#', '"_definitions.json#'));
  delete schema.$id;
  writeFileSync(path, JSON.stringify(schema));
}
