// `node scripts/release-notes.mjs v0.2.0`: prints the changelog section of the release with that tag.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitWithError, projectFolder, SetupError } from './setup/project.mjs';

const [, , tag = ''] = process.argv;

try {
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
  if (tag !== `v${version}`)
    throw new SetupError(`The tag must be v${version}, the version in package.json; it is "${tag}".`);
  const changelog = readFileSync(join(projectFolder, 'CHANGELOG.md'), 'utf8');
  const section = changelog.split(/^## /m).find((each) => each.startsWith(`${version} `));
  if (section === undefined) throw new SetupError(`CHANGELOG.md has no section "## ${version}".`);
  if (/^\S+ \(unreleased\)/.test(section))
    throw new SetupError(`CHANGELOG.md says that ${version} is unreleased: add its date.`);
  console.log(section.replace(/^.*\n+/, '').trimEnd());
} catch (error) {
  exitWithError(error);
}
