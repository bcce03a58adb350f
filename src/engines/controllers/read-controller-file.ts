import { isNamespacePattern } from '../../access/namespace-pattern.ts';
import { readOperatorFile, type OperatorFile } from '../../access/operator-file.ts';
import { secretText, urlText, type ReadSecret } from '../../access/operator-secret.ts';
import type { JenkinsConfiguration } from '../../base/config/configuration.ts';
import { folderPattern } from '../../base/config/settings/jenkins-settings.ts';
import { alternatives, enumerate, quoteShort } from '../../base/problem/describe-value.ts';
import type { PropertyReader } from '../../language/document/property-reader.ts';
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
): OperatorFile<readonly JenkinsController[]> {
  const whenNoMap = 'The file of controllers must be a map with "controllers".';
  return readOperatorFile(text, whenNoMap, (root) => {
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
    const message = `${quoteShort(name)} is not a valid name of a controller: it must begin with a lower-case letter or digit, and have up to 32 lower-case letters, digits and "-".`;
    map?.report('invalid-id', name, message, { at: 'key' });
  }
  const reader = map?.isMissing(name) === true ? undefined : map?.mapAt(name);
  return reader && readController(reader, name, options);
}

const credentialKeys = ['url', 'user', 'token', 'token_file', 'folder', 'credentials'];
const choiceKeys = ['namespaces', 'worker_groups', 'max_builds', 'fallback', 'draining'];

function readController(reader: PropertyReader, name: string, options: EntryOptions): JenkinsController {
  const { readSecret } = options;
  const url = reader.isMissing('url') ? undefined : urlText(reader, 'url', readSecret);
  const user = reader.isMissing('user')
    ? undefined
    : checked(reader, 'user', /^[^:\p{Cc}]+$/u, 'the name of a user without ":"');
  const token = secretText(reader, 'token', { readSecret, required: true });
  if (token !== undefined && /\p{Cc}/u.test(token)) {
    const key = reader.value('token') === undefined ? 'token_file' : 'token';
    reader.report('invalid-value', key, `"${key}" must be one line without control characters.`);
  }
  const folder = checked(reader, 'folder', folderPattern, 'lower-case folders, with "/" between them');
  const maxBuilds = reader.integer('max_builds');
  if (maxBuilds !== undefined && maxBuilds < 1)
    reader.report('invalid-value', 'max_builds', `"max_builds" must be at least 1; found ${maxBuilds}.`);
  const fallback = reader.filledText('fallback');
  const isDraining = reader.boolean('draining');
  reader.reportUnknown(new Set([...credentialKeys, ...choiceKeys]));
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
    reader.report('invalid-value', key, `${quoteShort(text)} in "${key}" is not ${allowed}.`, { below: [index] });
    return [];
  });
}

const listKeys = { namespaces: 'namespaces', workerGroups: 'worker_groups' } as const;

/** What makes the choice between controllers ambiguous, or impossible. */
function reportConflicts(root: PropertyReader, controllers: readonly JenkinsController[]): void {
  const report = (name: string, message: string) =>
    root.report('invalid-value', 'controllers', message, { below: [name], at: 'key' });
  for (const [index, controller] of controllers.entries()) {
    const { name } = controller;
    const earlier = controllers.slice(0, index);
    if (earlier.some((other) => other.name === name))
      report(name, `${quoteShort(name)} is the controller of JENKINS_URL. Remove one of them.`);
    const twin = earlier.find((other) => serverOf(other) !== undefined && serverOf(other) === serverOf(controller));
    if (twin !== undefined) report(name, `${namesOf([twin, controller])} have the same "url".`);
    for (const key of ['namespaces', 'workerGroups'] as const) {
      for (const text of controller[key]) {
        const other = earlier.find((each) => each[key].includes(text));
        if (other !== undefined)
          report(name, `${quoteShort(text)} is already one of the "${listKeys[key]}" of ${quoteShort(other.name)}.`);
      }
    }
  }
  const general = controllers.filter(isGeneral);
  if (general.length > 1)
    report(
      general[1]?.name ?? '',
      `${namesOf(general)} have no "namespaces" and no "worker_groups"; only one controller can run all other flows.`,
    );
  for (const controller of controllers) reportFallback(root, controller, controllers);
}

function reportFallback(
  root: PropertyReader,
  { name, fallback }: JenkinsController,
  controllers: readonly JenkinsController[],
): void {
  if (fallback === undefined) return;
  const report = (message: string) =>
    root.report('invalid-value', 'controllers', message, { below: [name, 'fallback'] });
  const others = controllers.filter((other) => other.name !== name);
  const next = others.find((other) => other.name === fallback);
  if (next === undefined) {
    const allowed = others.length === 0 ? 'there is none' : alternatives(others.map((other) => other.name));
    report(`"fallback" must be the name of another controller: ${allowed}; found ${quoteShort(fallback)}.`);
  } else if (next.fallback !== undefined) {
    report(`"fallback" must name a controller without a "fallback"; ${quoteShort(fallback)} has one.`);
  }
}

function namesOf(controllers: readonly JenkinsController[]): string {
  return enumerate(controllers.map(({ name }) => quoteShort(name)));
}

/** Its URL without what does not matter; undefined if it is invalid. */
function serverOf({ url }: JenkinsController): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/+$/, '');
}
