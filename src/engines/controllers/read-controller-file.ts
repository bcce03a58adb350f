import { isNamespacePattern } from '../../access/namespace-pattern.ts';
import { readOperatorFile } from '../../access/operator-file.ts';
import { secretText, urlText, type ReadSecret } from '../../access/operator-secret.ts';
import type { JenkinsConfiguration } from '../../config/configuration.ts';
import { folderPattern } from '../../config/settings/jenkins-settings.ts';
import type { PropertyReader } from '../../language/document/property-reader.ts';
import { enumerate, quoteShort } from '../../problem/describe-value.ts';
import type { ReportedProblem } from '../../problem/problem.ts';
import { isGeneral, type JenkinsController } from './controller.ts';

// Each has a queue, and a process that follows its builds.
const maxControllers = 100;

/** What entries leave out, and what there is besides them. */
export interface ControllerDefaults extends Pick<JenkinsConfiguration, 'folder'> {
  /** The controllers of other settings. */
  readonly others: readonly JenkinsController[];
}

/** Parses the file of controllers. If it is invalid, returns all problems instead, without the values of secrets. */
export function readControllerFile(
  text: string,
  readSecret: ReadSecret,
  { folder, others }: ControllerDefaults,
): { readonly controllers?: readonly JenkinsController[]; readonly problems: readonly ReportedProblem[] } {
  const whenNoMap = 'The file of controllers must be a map with "controllers".';
  const { value, problems } = readOperatorFile(text, whenNoMap, (root) => {
    const map = root.isMissing('controllers') ? undefined : root.mapAt('controllers');
    const controllers = (map?.names ?? []).flatMap((name) => readNamed(map, name, { readSecret, folder }) ?? []);
    if (map?.names.length === 0)
      root.report('empty-list', 'controllers', '"controllers" must have at least one controller.');
    if (controllers.length > maxControllers) {
      const message = `There are ${controllers.length} controllers; at most ${maxControllers} are allowed.`;
      root.report('invalid-value', 'controllers', message, { at: 'key' });
    }
    reportConflicts(root, [...others, ...controllers]);
    root.reportUnknown(new Set(['controllers']));
    return controllers;
  });
  return { ...(value && { controllers: value }), problems };
}

interface EntryOptions extends Pick<JenkinsConfiguration, 'folder'> {
  readonly readSecret: ReadSecret;
}

function readNamed(
  map: PropertyReader | undefined,
  name: string,
  options: EntryOptions,
): JenkinsController | undefined {
  if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(name)) {
    const message = `${quoteShort(name)} is not a name of a controller; allowed: up to 32 lower-case letters, digits and "-".`;
    map?.report('invalid-id', name, message, { at: 'key' });
    return undefined;
  }
  const reader = map?.isMissing(name) === true ? undefined : map?.mapAt(name);
  return reader && readController(reader, name, options);
}

const keys = ['url', 'user', 'token', 'token_file', 'folder', 'credentials', 'namespaces', 'worker_groups'];
const furtherKeys = ['max_builds', 'fallback', 'draining'];

function readController(reader: PropertyReader, name: string, options: EntryOptions): JenkinsController {
  const { readSecret } = options;
  const url = reader.isMissing('url') ? undefined : urlText(reader, 'url', readSecret);
  const user = reader.isMissing('user') ? undefined : reader.filledText('user');
  const token = secretText(reader, 'token', { readSecret, required: true });
  const folder = checked(reader, 'folder', folderPattern, 'lower-case folders, with "/" between them');
  const maxBuilds = reader.integer('max_builds');
  if (maxBuilds !== undefined && maxBuilds < 1)
    reader.report('invalid-value', 'max_builds', `"max_builds" must be at least 1; found ${maxBuilds}.`);
  const fallback = reader.filledText('fallback');
  const isDraining = reader.boolean('draining');
  reader.reportUnknown(new Set([...keys, ...furtherKeys]));
  return {
    name,
    // Without these the file is invalid.
    url: url ?? '',
    user: user ?? '',
    token: token ?? '',
    folder: folder ?? options.folder,
    credentials: items(reader, 'credentials', isCredential, '<namespace>/<credential id>'),
    namespaces: items(reader, 'namespaces', isNamespacePattern, 'a namespace, "<namespace>.*" or "*"'),
    workerGroups: items(reader, 'worker_groups', isLabel, 'a label'),
    ...(fallback !== undefined && { fallback }),
    ...(isDraining === true && { isDraining }),
    ...(maxBuilds !== undefined && { maxBuilds }),
  };
}

function checked(reader: PropertyReader, key: string, pattern: RegExp, allowed: string): string | undefined {
  const text = reader.filledText(key);
  if (text === undefined || pattern.test(text)) return text;
  reader.report('invalid-value', key, `"${key}" must be ${allowed}; found ${quoteShort(text)}.`);
  return undefined;
}

function isCredential(text: string): boolean {
  return /^[a-z0-9][a-z0-9._-]*\/[A-Za-z0-9._-]+$/.test(text);
}

function isLabel(text: string): boolean {
  return /^[\w.@:/+-]{1,200}$/.test(text);
}

/** An optional list of strings. @param allowed what each must be */
function items(
  reader: PropertyReader,
  key: string,
  isValid: (text: string) => boolean,
  allowed: string,
): readonly string[] {
  return (reader.texts(key) ?? []).flatMap(({ text, index }) => {
    if (isValid(text)) return [text];
    reader.report('invalid-value', key, `${quoteShort(text)} is not ${allowed}.`, { below: [index] });
    return [];
  });
}

/** What makes the choice between controllers ambiguous, or impossible. */
function reportConflicts(root: PropertyReader, controllers: readonly JenkinsController[]): void {
  const report = (name: string, message: string) =>
    root.report('invalid-value', 'controllers', message, { below: [name], at: 'key' });
  for (const [index, controller] of controllers.entries()) {
    const { name, fallback } = controller;
    const earlier = controllers.slice(0, index);
    if (earlier.some((other) => other.name === name))
      report(name, `${quoteShort(name)} is the controller of JENKINS_URL. Remove one of them.`);
    const general = earlier.find(isGeneral);
    if (isGeneral(controller) && general !== undefined)
      report(
        name,
        `${enumerate([general.name, name])} have no "namespaces" and no "worker_groups"; only one controller can be the one for all other flows.`,
      );
    const twin = earlier.find((other) => serverOf(other) !== undefined && serverOf(other) === serverOf(controller));
    if (twin !== undefined) report(name, `${enumerate([twin.name, name])} have the same "url".`);
    for (const key of ['namespaces', 'workerGroups'] as const) {
      for (const text of controller[key]) {
        const other = earlier.find((each) => each[key].includes(text));
        if (other !== undefined) report(name, `${quoteShort(text)} is already one of ${quoteShort(other.name)}.`);
      }
    }
    const next = controllers.find((each) => each.name === fallback);
    if (fallback === undefined) continue;
    if (next === undefined || next === controller)
      report(name, `The "fallback" ${quoteShort(fallback)} is not another controller.`);
    else if (next.fallback !== undefined)
      report(name, `The "fallback" ${quoteShort(fallback)} has a "fallback" itself; a chain is not possible.`);
  }
}

/** Its URL without what does not matter; undefined if it is invalid. */
function serverOf({ url }: JenkinsController): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/+$/, '');
}
