import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outsidePackages } from './bundle.mjs';
import { bundledPackages } from './licences.mjs';
import { projectFolder } from './project.mjs';

/**
 * Writes `sbom.cdx.json` to a dist folder: a bill of materials (CycloneDX) of the packages that are bundled into it,
 * and of those that are not, with their dependencies. Scanners read it, because neither the tarball nor the image
 * contains the manifests of bundled packages.
 */
export function writeSbom(dist) {
  // Optional peers of a tool for the documentation contradict the versions here, which nothing uses.
  const options = ['--sbom-format', 'cyclonedx', '--package-lock-only', '--legacy-peer-deps', '--loglevel=error'];
  const output = execFileSync('npm', ['sbom', ...options], {
    cwd: projectFolder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32', // a script of cmd.exe there
  });
  const { serialNumber: _number, metadata, components, dependencies, ...rest } = JSON.parse(output);
  const needs = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const bundled = new Set(bundledPackages(dist).map(refOf));
  const direct = components.filter(({ name }) => outsidePackages.includes(name));
  // A package can be bundled into more than one program.
  const outside = new Set(direct.map((component) => component['bom-ref']));
  for (const ref of outside) for (const need of needs.get(ref) ?? []) outside.add(need);
  const refs = new Set([...bundled, ...outside]);
  const { timestamp: _time, component: own, ...origin } = metadata;
  const root = own['bom-ref'];
  const sbom = {
    ...rest,
    // Without a time and a random number, the same sources make the same file.
    metadata: { ...origin, component: { ...own, name: '@flowgate/flowgate' } }, // npm names the folder
    components: components.filter((component) => refs.has(component['bom-ref'])),
    dependencies: dependencies
      .filter(({ ref }) => ref === root || refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
  };
  writeFileSync(join(dist, 'sbom.cdx.json'), `${JSON.stringify(sbom, undefined, 2)}\n`);
}

/** How `npm sbom` identifies the package in a folder. */
function refOf(folder) {
  const { name, version } = JSON.parse(readFileSync(join(projectFolder, folder, 'package.json'), 'utf8'));
  return `${name}@${version}`;
}
