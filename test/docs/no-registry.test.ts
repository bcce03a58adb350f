import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPages, readProjectFile } from './pages.ts';

/** Words that install or run a package, up to the end of the command. */
const installers =
  /\b(?:npx|npm (?:i|install|add|exec|x|create|init)|pnpm (?:i|install|add|dlx)|yarn (?:add|dlx)|bunx|bun add|pip3? install|pipx (?:run|install)|uvx?(?: (?:add|tool|pip))*(?: install| run)?|poetry add|conda install|gem install|cargo install|brew install)(?=\s)[^\n`|;&]*/g;
const ourNames = /^(?:@flowgate\/[\w-]+|flowgate(?:[-_][\w-]+)?)(?:[@=<>~[].*)?$/;

/** Packages of ours that the commands in a text take from a public registry. */
function registryPackages(text: string): readonly string[] {
  return [...text.matchAll(installers)].flatMap(([command]) => {
    // What follows the separator is the command that the installed package runs.
    const [before = ''] = command.split(/ -- /);
    const runsFile = /\.(?:tgz|whl)\b|--package|--no-install/.test(before);
    return before.split(/\s+/).filter((word) => !runsFile && ourNames.test(word.replaceAll(/['"]/g, '')));
  });
}

// In a clone, npx runs the command of the clone; these pages are for one, or say so where they name it.
const forClones =
  /^(?:README|CONTRIBUTING)\.md$|^docs\/(?:tutorial|decisions)\/|^docs\/(?:how-to\/install|reference\/command-line)\.md$/;

function files(folder: string, pattern: RegExp): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path) && !path.includes('node_modules'))
    .map((path) => ({ path: join(folder, path), text: readProjectFile(join(folder, path)) }));
}

test('nothing of ours is installed by its name from a public registry', () => {
  const texts = [
    ...readPages(),
    ...['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'Dockerfile'].map((path) => ({
      path,
      text: readProjectFile(path),
    })),
    ...files('integrations', /\.(?:md|ya?ml|sh|mjs|groovy)$/),
    ...files('clients', /\.(?:md|toml|py)$/),
    ...files('deploy', /\.(?:md|ya?ml)$/),
    ...files('.github', /\.ya?ml$/),
    ...files('src/faces/cli', /\.ts$/),
    ...files('web/src', /\.tsx?$/),
  ];
  const found = texts.flatMap(({ path, text }) =>
    registryPackages(text)
      .filter((name) => name !== 'flowgate' || !forClones.test(path))
      .map((name) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['npx flowgate validate', ['flowgate']],
  ['npx --yes @flowgate/flowgate@0.2.0', ['@flowgate/flowgate@0.2.0']],
  ['run `pip install flowgate-client` now', ['flowgate-client']],
  ['RUN npm i -g flowgate && flowgate serve', ['flowgate']],
  ['uv add "flowgate_client>=0.2"', ['"flowgate_client>=0.2"']],
  ['npm install ./flowgate-flowgate-0.2.0.tgz', []],
  ['pip install ./flowgate_client-0.2.0-py3-none-any.whl', []],
  ['npx --yes --package="$INPUT_RELEASE" -- flowgate run', []],
  ['npm run docs; flowgate validate', []],
])('%s names %j', (text, names) => {
  expect(registryPackages(text)).toEqual(names);
});
