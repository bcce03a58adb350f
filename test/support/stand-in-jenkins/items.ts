import { childOf, parseXml, type XmlElement } from '../../../src/engines/jenkins/client/xml-document.ts';
import type { StandInBuild } from './stand-in-build.ts';

export interface StandInFolder {
  readonly kind: 'folder';
  readonly name: string;
  config: string;
  /** By lower-case name: Jenkins treats `Hello` and `hello` as equal. */
  readonly items: Map<string, StandInFolder | StandInJob>;
  /** Secret texts by credential ID. */
  readonly secrets: Map<string, string>;
}

export interface StandInJob {
  readonly kind: 'job';
  readonly name: string;
  /** `/job/flows/job/demo/job/hello` */
  readonly path: string;
  readonly folder: StandInFolder;
  config: string;
  /** By number. */
  readonly builds: Map<number, StandInBuild>;
  nextBuildNumber: number;
}

export interface ParameterDefinition {
  readonly type: string;
  readonly name: string;
  readonly defaultValue: string;
  readonly choices: readonly string[];
}

export function newFolder(name: string, config: string): StandInFolder {
  return { kind: 'folder', name, config, items: new Map(), secrets: new Map() };
}

/** The item at a path such as `/job/a/job/b`; case is ignored. */
export function findItem(root: StandInFolder, path: string): StandInFolder | StandInJob | undefined {
  let item: StandInFolder | StandInJob | undefined = root;
  for (const name of path.split('/job/').slice(1)) {
    item = item?.kind === 'folder' ? item.items.get(decodeURIComponent(name).toLowerCase()) : undefined;
  }
  return item;
}

export function displayNameOf(item: StandInFolder | StandInJob): string {
  return childOf(configOf(item), 'displayName')?.text || item.name;
}

export function isDisabled(job: StandInJob): boolean {
  return childOf(configOf(job), 'disabled')?.text === 'true';
}

export function setDisabled(job: StandInJob, disabled: boolean): void {
  job.config = job.config.replace(/<disabled>\w*<\/disabled>/, `<disabled>${disabled}</disabled>`);
}

/** The script as Groovy reads it. */
export function scriptOf(job: StandInJob): string {
  const script = childOf(childOf(configOf(job), 'definition'), 'script')?.text ?? '';
  return script.replaceAll('\\u005c', '\\').replaceAll('\\u005d', ']');
}

export function parametersOf(job: StandInJob): readonly ParameterDefinition[] {
  const property = childOf(childOf(configOf(job), 'properties'), 'hudson.model.ParametersDefinitionProperty');
  return (childOf(property, 'parameterDefinitions')?.children ?? []).map((definition) => ({
    type: definition.name.split('.').at(-1) ?? '',
    name: childOf(definition, 'name')?.text ?? '',
    defaultValue: childOf(definition, 'defaultValue')?.text ?? '',
    choices: childOf(childOf(definition, 'choices'), 'a')?.children.map((choice) => choice.text) ?? [],
  }));
}

export function buildsToKeep(job: StandInJob): number {
  const property = childOf(childOf(configOf(job), 'properties'), 'jenkins.model.BuildDiscarderProperty');
  return Number(childOf(childOf(property, 'strategy'), 'numToKeep')?.text ?? Infinity);
}

/** What Jenkins makes of a posted document; undefined where it answers 500. */
export function storedConfig(body: Buffer, contentType: string): string | undefined {
  const text = body.toString('utf8');
  if (!/charset/i.test(contentType) && /[^\u0000-\u007f]/.test(text)) return undefined; // oxlint-disable-line no-control-regex -- ASCII
  if (parseXml(text) === undefined || /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text)) return undefined; // oxlint-disable-line no-control-regex -- what XML rejects
  // Text around a late `]` is duplicated in documents that are declared as XML 1.1.
  const bracket = /version=["']1\.1["']/.test(text) ? text.indexOf(']', 16_384) : -1;
  return bracket < 0 ? text : text.slice(0, bracket) + text.slice(bracket - 10);
}

const read = new WeakMap<object, { readonly config: string; readonly root: XmlElement | undefined }>();

/** Computed once per script: scripts are long, and tests trigger hundreds of builds. */
function configOf(item: StandInFolder | StandInJob): XmlElement | undefined {
  const known = read.get(item);
  if (known?.config === item.config) return known.root;
  const root = parseXml(item.config);
  read.set(item, { config: item.config, root });
  return root;
}
