import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type DefaultTheme, type HeadConfig } from 'vitepress';
// @ts-expect-error a script without types
import { listPackages } from '../../scripts/setup/licences.mjs';
import { baseMark } from '../../src/faces/http/documentation/base-mark.ts';
import { consoleFonts } from '../../web/console-fonts.ts';
import { codeClasses } from './code-classes.ts';
import { drawings } from './drawings.ts';
import { withoutInlineCode, writeScript } from './inline-code.ts';
import { keepBraces } from './keep-braces.ts';
import { pagePath } from './page-path.ts';
import { anchorOf, repositoryLinks } from './repository-links.ts';
import { sidebar } from './sidebar.ts';

const projectFolder = join(import.meta.dirname, '..', '..');
const helpPath = `${baseMark}/help`;
const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string }; // ours

/** The documentation, and the pages that it links to. */
const shown = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'docs', 'bench', 'integrations', 'web'];
/** The search covers only pages for users: decisions and project pages would hide the guides. */
const searchableText: NonNullable<DefaultTheme.LocalSearchOptions['_render']> = (source, environment, markdown) =>
  /^docs\/(?!decisions\/)/.test(environment.relativePath) ? markdown.render(source, environment) : '';

const hidden = readdirSync(projectFolder, { withFileTypes: true })
  .filter(({ name }) => !shown.includes(name))
  .map((entry) => (entry.isDirectory() ? `${entry.name}/**` : entry.name));

export default defineConfig({
  title: 'Flowgate',
  description: 'The gateway in front of Jenkins',
  base: `${helpPath}/`,
  srcDir: '..',
  srcExclude: hidden,
  rewrites: pagePath,
  cleanUrls: true,
  // It would add a style element, which the content security policy forbids.
  appearance: { disableTransition: false },
  // The index of the search lists pages in the order in which they are read: the same in every build only one by one.
  buildConcurrency: 1,
  // The page of the contract is the gateway's; examples link to a gateway on this machine.
  ignoreDeadLinks: [/^(?:\.\.?\/)+docs$/, /^http:\/\/localhost\b/],
  // The data of the site is a file instead of an inline script.
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${helpPath}/icon.svg` }],
    ...[codeClasses, drawings].map(({ stylesheet }): HeadConfig => [
      'link',
      { rel: 'stylesheet', href: `${helpPath}/${stylesheet}` },
    ]),
  ],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
    codeTransformers: [codeClasses.transformer],
    anchor: { slugify: anchorOf },
    config(markdown) {
      drawings.draw(markdown);
      keepBraces(markdown);
      repositoryLinks(markdown, projectFolder);
    },
  },
  transformHtml: withoutInlineCode,
  buildEnd(site) {
    codeClasses.write(site);
    drawings.write(site);
    writeScript(site);
    copyFileSync(join(projectFolder, 'web', 'src', 'icon.svg'), join(site.outDir, 'icon.svg'));
  },
  vite: { plugins: [listPackages(), consoleFonts()], build: { chunkSizeWarningLimit: 2000, assetsInlineLimit: 0 } },
  themeConfig: {
    logo: '/icon.svg',
    search: { provider: 'local', options: { _render: searchableText } },
    sidebar: sidebar(projectFolder),
    nav: [
      { text: 'Tutorial', link: '/tutorial/first-flow' },
      { text: version, link: '/project/changelog' },
    ],
    outline: { level: [2, 3] },
  },
});
