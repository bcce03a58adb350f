import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Environment } from '../../src/base/config/environment.ts';
import type * as LoadLanguage from '../../src/faces/cli/flows/load-language.ts';
import { buildFolder } from './program.ts';

const module = pathToFileURL(join(buildFolder, 'src/faces/cli/flows/load-language.js')).href;

/** The language of the build, because the loader of this benchmark compiles sources differently. */
export async function loadBuiltLanguage(environment: Environment): Promise<LoadLanguage.Language> {
  const { loadLanguage } = (await import(module)) as typeof LoadLanguage; // the source of the build
  return loadLanguage(environment);
}
