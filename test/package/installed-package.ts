import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/base/config/package-root.ts';
import { temporaryFolder } from '../support/redis.ts';

export interface Outcome {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

/** Flowgate as `npm install` of its tarball leaves it, in a project that knows nothing else. */
export class InstalledPackage {
  /** The project; removed by `remove`. */
  readonly folder: string;
  /** The files of the tarball. */
  readonly files: readonly string[];
  readonly #bin: string;
  readonly #tarball: string;

  private constructor(folder: string, tarball: string, files: readonly string[]) {
    this.folder = folder;
    this.files = files;
    this.#tarball = tarball;
    this.#bin = join(folder, 'node_modules', '.bin');
  }

  /** Packs this project, and installs the tarball with its dependencies from the registry. */
  static async create(): Promise<InstalledPackage> {
    const folder = temporaryFolder();
    const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], packageRoot());
    const [{ filename, files }] = JSON.parse(packed.output.slice(packed.output.indexOf('['))) as [
      { filename: string; files: { path: string }[] },
    ]; // as npm documents it
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', join(folder, filename)];
    const { status, errors } = await run('npm', install, folder);
    if (status !== 0) throw new Error(errors);
    return new InstalledPackage(
      folder,
      join(folder, filename),
      files.map(({ path }) => path),
    );
  }

  /** Writes a file, and returns its path. */
  write(name: string, text: string): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  manifest(name: string): unknown {
    return JSON.parse(readFileSync(join(this.folder, 'node_modules', name, 'package.json'), 'utf8'));
  }

  /** Runs the command `flowgate`, in the project or a folder in it. */
  flowgate(args: readonly string[], { folder = '.', environment = {} }: Surroundings = {}): Promise<Outcome> {
    return run(join(this.#bin, 'flowgate'), args, join(this.folder, folder), environment);
  }

  /** Runs the command from the tarball, as if nothing was installed. */
  async npx(args: readonly string[]): Promise<Outcome> {
    const cache = join(this.folder, 'cache');
    const { output } = await run('npm', ['config', 'get', 'cache'], this.folder);
    mkdirSync(cache);
    // Has the packages of the registry, but does not keep this one.
    symlinkSync(join(output.trim(), '_cacache'), join(cache, '_cacache'));
    const command = ['exec', '--yes', '--package', this.#tarball, '--', 'flowgate', ...args];
    return run('npm', command, this.folder, { npm_config_cache: cache });
  }

  start(args: readonly string[], { folder = '.', environment = {} }: Surroundings = {}): ChildProcess {
    const options = { cwd: join(this.folder, folder), env: { ...ownEnvironment(), ...environment } };
    return spawn(join(this.#bin, 'flowgate'), args, options);
  }

  node(args: readonly string[]): Promise<Outcome> {
    return run(process.execPath, args, this.folder);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

interface Surroundings {
  /** In the project. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Nothing of this project or of npm, which runs the tests. */
function ownEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME } = process.env;
  const path = PATH?.split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { PATH: path?.join(delimiter), HOME };
}

async function run(program: string, args: readonly string[], cwd: string, environment = {}): Promise<Outcome> {
  const isNpm = program === 'npm'; // needs to find its registry
  const env = { ...(isNpm ? process.env : ownEnvironment()), ...environment };
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, { cwd, env, maxBuffer: 16 * 1024 * 1024 });
    return { status: 0, output: stdout, errors: stderr };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (typeof code !== 'number') throw error;
    return { status: code, output: stdout, errors: stderr };
  }
}
