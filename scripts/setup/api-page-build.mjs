import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeCompressed } from './compressed-file.mjs';
import { writePackageList } from './licences.mjs';
import { projectFolder } from './project.mjs';

const scalar = '@scalar/fastify-api-reference';

/** Writes what `/docs` needs into a folder, compressed, with names that change with the contents. */
export async function buildApiPage(folder) {
  const read = (file) => readFileSync(join(projectFolder, 'web', file), 'utf8');
  const write = (name, type, text) => {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
    writeCompressed(join(folder, `${name}-${hash}.${type}`), text);
  };
  write('scalar', 'js', `${read('api-page/prelude.js')}${await scalarScript()}`);
  write('api-page', 'css', `${read('src/styles/tokens.css')}${read('api-page/api-page.css')}`);
  write('icon', 'svg', read('src/icon.svg'));
  writePackageList(folder, [join(projectFolder, 'node_modules', scalar, 'package.json')]);
}

/**
 * Scalar as one script. `@scalar/api-reference` has the same script and installs 270 packages with it; this package
 * installs 28, and serves the script at a route.
 */
async function scalarScript() {
  const { default: registerRoutes } = await import('@scalar/fastify-api-reference'); // may not be installed when this file is loaded
  const routes = [];
  const server = { route: (route) => routes.push(route), hasPlugin: () => false };
  registerRoutes(server, { configuration: { url: 'openapi.json' } }, () => undefined);
  const route = routes.find(({ url }) => url.endsWith('.js'));
  if (route === undefined) throw new Error(`${scalar} no longer serves a script`);
  const script = route.handler(undefined, { header: () => ({ send: (text) => text }) });
  if (!script.includes(joke)) throw new Error(`${scalar} has another example of a value; see whether it is serious`);
  return script.replaceAll(joke, 'Your user id or token');
}

/** What Scalar shows in place of a user id or token: a quotation from a video game, in base64. */
const joke = Buffer.from('ALL YOUR BASE ARE BELONG TO US').toString('base64');
