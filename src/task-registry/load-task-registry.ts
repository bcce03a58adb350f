import { readFileSync } from 'node:fs';
import type { GroovyCode } from '../groovy/groovy-code.ts';
import { asDefinition, definitionFaults } from './check-definition.ts';
import { exampleKeys } from './example-tasks.ts';
import { importTaskModule } from './import-task-module.ts';
import { PropertyReader } from './property-reader.ts';
import { registerTaskType } from './register-task-type.ts';
import type { TaskDefinition } from './task-contract.ts';
import { supportProgram } from './support-program.ts';
import { findTaskFiles, type TaskFiles, type TaskFolder } from './task-folder.ts';
import type { RegisteredTaskType, TaskRegistry } from './task-registry.ts';
import { compileTaskTemplate, type TaskTemplate } from './task-template.ts';

export interface TaskRegistryOptions {
  /** In this order; a name that two of them bring is a fault. */
  readonly folders: readonly TaskFolder[];
  /** Names become `dev.<vendor>.plugin.<type>`. */
  readonly vendor: string;
}

/** Thrown when the task types cannot be used; names everything that is wrong. */
export class TaskRegistryError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The task types have ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'TaskRegistryError';
    this.faults = faults;
  }
}

/**
 * Loads every task type of the folders: the files are the registration. Modules run once, here.
 * @throws {TaskRegistryError} at any doubt, with all doubts together
 */
export async function loadTaskRegistry({ folders, vendor }: TaskRegistryOptions): Promise<TaskRegistry> {
  const faults: string[] = [];
  const report = (fault: string) => faults.push(fault);
  const files = folders.flatMap((folder) => findTaskFiles(folder, report));
  const types: { type: RegisteredTaskType; origin: string }[] = [];
  for (const one of files) {
    const type = await loadTaskType(one, vendor, report);
    if (type !== undefined) types.push({ type, origin: one.module ?? '' });
  }
  const byName = indexByName(types, report);
  if (faults.length > 0) throw new TaskRegistryError(faults);
  return {
    names: [...byName.keys()].toSorted(),
    types: types.map(({ type }) => type).toSorted((left, right) => (left.name < right.name ? -1 : 1)),
    find: (name) => byName.get(name),
  };
}

type Report = (fault: string) => void;

async function loadTaskType(files: TaskFiles, vendor: string, report: Report): Promise<RegisteredTaskType | undefined> {
  const { module, template, support, programs = [] } = files;
  if (module === undefined) {
    report(`${template ?? support ?? programs[0]}: there is no module ${files.stem}.ts or ${files.stem}.js for it`);
    return undefined;
  }
  const definition = await loadDefinition(module, report);
  const properties = definition && attempt(() => new PropertyReader(definition.properties), `${module}: task.properties`, report);
  const compiled = template === undefined ? undefined : loadTemplate(template, report);
  const functions = support === undefined ? undefined : loadTemplate(support, report);
  if (definition === undefined || properties === undefined) return undefined;
  if (definition.subflow === undefined && template === undefined) report(`${module}: there is no template ${files.stem}.groovy.hbs for it`);
  if (definition.subflow !== undefined && template !== undefined) report(`${template}: a type with "subflow" has no template`);
  if (compiled !== undefined) reportUnknownNames(definition, compiled, files, report);
  const code: GroovyCode[] = [...(functions === undefined ? [] : [functions.render({})]), ...programs.map(supportProgram)];
  return registerTaskType({ definition, properties, template: compiled, support: code }, vendor);
}

async function loadDefinition(module: string, report: Report): Promise<TaskDefinition | undefined> {
  let task: unknown;
  try {
    ({ task } = await importTaskModule(module));
  } catch (error) {
    report(`${module}: cannot be loaded: ${messageOf(error)}`);
    return undefined;
  }
  const faults = definitionFaults(task);
  for (const fault of faults) report(`${module}: ${fault}`);
  return faults.length === 0 ? asDefinition(task) : undefined;
}

function loadTemplate(path: string, report: Report): TaskTemplate | undefined {
  return attempt(() => compileTaskTemplate(readFileSync(path, 'utf8')), path, report);
}

/** A name that no view returns would be found only when the first flow uses it. */
function reportUnknownNames(definition: TaskDefinition, template: TaskTemplate, files: TaskFiles, report: Report): void {
  const known = attempt(() => exampleKeys(definition), `${files.module}: view`, report);
  if (known === undefined) return;
  const unknown = [...template.names].filter((name) => !known.has(name));
  if (unknown.length > 0) report(`${files.template}: the module's view does not return ${unknown.join(', ')}`);
}

function indexByName(types: readonly { type: RegisteredTaskType; origin: string }[], report: Report): Map<string, RegisteredTaskType> {
  const byName = new Map<string, RegisteredTaskType>();
  const origins = new Map<string, string>();
  for (const { type, origin } of types) {
    for (const name of [type.name, ...type.aliases]) {
      const other = origins.get(name);
      if (other !== undefined) report(`${origin}: ${other} registers ${name} already`);
      origins.set(name, origin);
      byName.set(name, type);
    }
  }
  return byName;
}

function attempt<Result>(make: () => Result, subject: string, report: Report): Result | undefined {
  try {
    return make();
  } catch (error) {
    report(`${subject}: ${messageOf(error)}`);
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
