import { alternatives, enumerate } from '../../base/problem/describe-value.ts';
import { isJsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { didYouMean } from '../../base/text/nearest-word.ts';
import { controlKinds } from '../flow/control.ts';
import { commonTaskPropertyNames } from '../flow/read/task-section.ts';
import { jenkinsShapeNames } from './jenkins-shapes.ts';
import { localForms } from './local-view-problems.ts';
import type { TaskDefinition } from './task-contract.ts';

/**
 * The problems with the export `task` of a module, apart from its schema and its template. A module of another folder
 * may be plain JavaScript, so everything is checked.
 */
export function definitionProblems(task: unknown): string[] {
  if (!isRecord(task)) return ['has no export "task"; write: export const task = defineTask({ ... })'];
  const problems: string[] = [];
  const must = (holds: boolean, problem: string) => {
    if (!holds) problems.push(`task.${problem}`);
  };
  problems.push(...unknownMembers(Object.keys(task)));
  must(isTypeName(task.type), 'type must be a dotted name such as acme.Announce, without dev.<vendor>.plugin.');
  must(task.aliases === undefined || isListOf(task.aliases, isTypeName), 'aliases must be a list of dotted names');
  must(isFilledText(task.title), 'title must be a non-empty string');
  must(isFilledText(task.description), 'description must be a non-empty string');
  for (const name of ['check', 'contribute', 'view', 'subflow', 'wait']) {
    must(task[name] === undefined || typeof task[name] === 'function', `${name} must be a function`);
  }
  must(
    task.local === undefined || localForms.includes(task.local),
    `local must be ${alternatives(localForms.map((form) => JSON.stringify(form)))}`,
  );
  must(
    task.control === undefined || isControl(task.control),
    `control must be { kind, of } with a kind of ${controlKinds.join(', ')}`,
  );
  const kinds = ['subflow', 'control', 'wait'].filter((name) => task[name] !== undefined);
  must(kinds.length < 2, `${enumerate(kinds)} cannot be used together`);
  must(
    isMapOf(task.warnings, /^[a-z]+(-[a-z0-9]+)+$/, isWarning),
    'warnings must be a map of codes such as low-disk to { title, example: { yaml } or { words } }',
  );
  must(
    isMapOf(task.settings, /^FLOWGATE_[A-Z0-9_]+$/, isSetting),
    'settings must be a map of names such as FLOWGATE_ACME_URL to { description, protocols? }',
  );
  must(
    isMapOf(task.outputSources, /^[a-z][a-z0-9_.-]*(<name>)?$/, isFilledText),
    'outputSources must be a map of parts such as status or headers.<name> to descriptions',
  );
  must(
    isMapOf(task.fromJenkins, new RegExp(`^(${jenkinsShapeNames.join('|')})$`), isFunction),
    `fromJenkins must be a map of ${enumerate(jenkinsShapeNames)} to functions`,
  );
  must(
    isMapOf(task.fromJenkinsSteps, /^[A-Za-z_]\w*$/, isFunction),
    'fromJenkinsSteps must be a map of steps such as slackSend to functions',
  );
  must(isListOf(task.examples, isExample), 'examples must be a list of { title, yaml, problems? }');
  must(Array.isArray(task.examples) && task.examples.some(isAccepted), 'examples must contain an accepted one');
  problems.push(...propertiesProblems(task.properties));
  return problems;
}

/** Every member of a task module; does not compile without one. */
const members = {
  type: true,
  aliases: true,
  title: true,
  description: true,
  properties: true,
  warnings: true,
  outputSources: true,
  settings: true,
  check: true,
  contribute: true,
  view: true,
  local: true,
  subflow: true,
  control: true,
  wait: true,
  fromJenkins: true,
  fromJenkinsSteps: true,
  examples: true,
} as const satisfies Record<keyof TaskDefinition, true>;

/** Words that authors of plugins for other programs know. */
const otherWords: Readonly<Record<string, keyof TaskDefinition>> = {
  validate: 'check',
  schema: 'properties',
  name: 'type',
  render: 'view',
};

/** A member that Flowgate never reads would be ignored silently. */
function unknownMembers(names: readonly string[]): readonly string[] {
  const allowed = Object.keys(members);
  return names
    .filter((name) => !Object.hasOwn(members, name))
    .map((name) => {
      const other = Object.hasOwn(otherWords, name) ? ` Did you mean "${otherWords[name]}"?` : undefined;
      return `task.${name} does not exist.${other ?? (didYouMean(name, allowed) || ` Allowed: ${enumerate(allowed)}.`)}`;
    });
}

/** Only for a value for which `definitionProblems` returns no problems. */
export function asDefinition(task: unknown): TaskDefinition {
  return task as TaskDefinition; // every member was checked
}

function propertiesProblems(schema: unknown): string[] {
  if (!isRecord(schema) || !isRecord(schema.properties))
    return ['task.properties must be a JSON Schema with "properties"'];
  const problems: string[] = [];
  for (const [name, property] of Object.entries(schema.properties)) {
    if (commonTaskPropertyNames.includes(name))
      problems.push(`task.properties: "${name}" is a common property of all tasks`);
    const described =
      isJsonObject(property as JsonValue) && isFilledText((property as Record<string, unknown>).description); // checked first
    if (!described) problems.push(`task.properties: "${name}" has no description`);
  }
  return problems;
}

const typePattern = /^(?!dev\.\w+\.plugin\.)[A-Za-z]\w*(\.[A-Za-z]\w*)+$/;

function isControl(control: unknown): boolean {
  return (
    isRecord(control) && (controlKinds as readonly unknown[]).includes(control.kind) && typeof control.of === 'function'
  );
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function isTypeName(value: unknown): boolean {
  return typeof value === 'string' && typePattern.test(value);
}

function isExample(value: unknown): boolean {
  if (!isRecord(value) || !isFilledText(value.title) || !isFilledText(value.yaml)) return false;
  return value.problems === undefined || isListOf(value.problems, isFilledText);
}

function isWarning(warning: unknown): boolean {
  if (!isRecord(warning) || !isFilledText(warning.title) || !isRecord(warning.example)) return false;
  return isFilledText(warning.example.yaml) || isFilledText(warning.example.words);
}

function isSetting(setting: unknown): boolean {
  if (!isRecord(setting) || !isFilledText(setting.description)) return false;
  return setting.protocols === undefined || isListOf(setting.protocols, isFilledText);
}

function isAccepted(example: unknown): boolean {
  return isRecord(example) && (!Array.isArray(example.problems) || example.problems.length === 0);
}

function isFilledText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isMapOf(value: unknown, key: RegExp, accepts: (item: unknown) => boolean): boolean {
  if (value === undefined) return true;
  return isRecord(value) && Object.entries(value).every(([name, item]) => key.test(name) && accepts(item));
}

function isListOf(value: unknown, accepts: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(accepts);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
