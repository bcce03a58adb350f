import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectFolder } from './project.mjs';

const inPackage = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

/** In each part of dist: the folders of the packages bundled into it, as JSON. */
const listName = '.packages.json';

/** A Vite plugin that writes this list beside its output. @param more files that no module imports */
export function listPackages(more = []) {
  return {
    name: 'flowgate:list-packages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
      this.emitFile({ type: 'asset', fileName: listName, source: listOf([...modules, ...more]) });
    },
  };
}

/** Writes the list of a part. @param modules the paths of files; only those in packages count */
export function writePackageList(folder, modules) {
  writeFileSync(join(folder, listName), listOf(modules));
}

function listOf(modules) {
  const folders = modules.map((path) => inPackage.exec(path.replace('\0', ''))?.[1]);
  const packages = new Set(
    folders.filter((folder) => folder !== undefined && existsSync(join(folder, 'package.json'))),
  );
  return JSON.stringify([...packages].map((folder) => relative(projectFolder, folder)).toSorted());
}

/** Writes the licences of the packages in a dist, which require that copies include them. */
export function writeLicences(dist) {
  const texts = bundledPackages(dist).map((folder) => licenceOf(join(projectFolder, folder)));
  writeFileSync(join(dist, 'licenses.txt'), `${[...new Set(texts)].toSorted().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

/** The folders of the packages that were bundled into the parts of a dist. */
export function bundledPackages(dist) {
  const parts = [dist, ...['web', 'api-page', 'help'].map((part) => join(dist, part))];
  const lists = parts.map((part) => join(part, listName)).filter((list) => existsSync(list));
  return [...new Set(lists.flatMap((list) => JSON.parse(readFileSync(list, 'utf8'))))];
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter(
    (file) => /^(licen[cs]e|notice)[^/]*$/i.test(file) && statSync(join(folder, file)).isFile(),
  );
  const licences = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return `${name} ${version}${typeof license === 'string' ? `: ${license}` : ''}\n\n${licences.join('\n\n')}`.trim();
}
