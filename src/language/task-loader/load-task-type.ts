import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { messageOf } from '../../base/problem/message-of.ts';
import type { GroovyCode } from '../groovy/groovy-code.ts';
import { programFunction, supportFunction } from '../groovy/program-function.ts';
import { viewPieces } from '../task-types/checked-view.ts';
import { asDefinition, definitionProblems } from '../task-types/definition-problems.ts';
import { exampleViews } from '../task-types/example-views.ts';
import { localViewProblems } from '../task-types/local-view-problems.ts';
import { nodeOf } from '../task-types/piece.ts';
import type { TaskDefinition, TaskView } from '../task-types/task-contract.ts';
import { TaskPropertyReader } from '../task-types/task-property-reader.ts';
import type { RegisteredTaskType } from '../task-types/task-registry.ts';
import { importTaskModule } from './import-task-module.ts';
import { registerTaskType } from './register-task-type.ts';
import type { TaskFiles, TaskFolder } from './task-folder.ts';
import type { TaskTemplate } from './task-template.ts';

/** Called with each problem of the files of task types. */
export type Report = (problem: string) => void;

/**
 * Loads the files of one task type; undefined after problems, which are reported.
 * @param files `isPrinted`: whether it must be able to print Jenkinsfiles
 */
export async function loadTaskType(
  files: TaskFiles & Pick<TaskFolder, 'isTested'> & { readonly isPrinted: boolean },
  vendor: string,
  report: Report,
): Promise<RegisteredTaskType | undefined> {
  const { stem, module, template, support, programs = [] } = files;
  if (module === undefined) {
    report(`${template ?? support ?? programs[0]}: its module ${stem}.ts or ${stem}.js was not found`);
    return undefined;
  }
  const definition = await loadDefinition(module, report);
  const needsTemplates = files.isPrinted || files.isTested !== true;
  const compiled = template === undefined || !needsTemplates ? undefined : await loadTemplate(template, report);
  const functions = support === undefined || !needsTemplates ? [] : await loadSupport(support, report);
  if (definition === undefined) return undefined;
  if (definition.subflow === undefined && template === undefined)
    report(`${module}: its template ${stem}.groovy.hbs was not found`);
  if (definition.subflow !== undefined && template !== undefined)
    report(`${template}: a type with "subflow" must not have a template`);
  const properties = loadProperties(definition, files, report);
  if (properties === undefined) return undefined;
  if ((definition.control === undefined) === properties.hasTaskLists)
    report(`${module}: a type has "control" if, and only if, one of its properties is a list of tasks (see taskList)`);
  if (definition.wait === undefined && properties.inputList !== undefined)
    report(`${module}: only a type with "wait" can have a list of inputs (see inputList)`);
  if (files.isTested !== true)
    tryExamples(definition, properties, { module, template: compiled, templatePath: template ?? module }, report);
  const programTexts = new Map(programs.map((path) => [basename(path), readFileSync(path, 'utf8')]));
  return registerTaskType(
    {
      definition,
      module,
      properties,
      template: compiled,
      support: [
        ...functions,
        ...[...programTexts].map(([file, program]) => programFunction(supportFunction(file), program)),
      ],
      programs: programTexts,
    },
    vendor,
  );
}

async function loadDefinition(module: string, report: Report): Promise<TaskDefinition | undefined> {
  let task: unknown;
  try {
    ({ task } = await importTaskModule(module));
  } catch (error) {
    report(`${module}: cannot be loaded: ${messageOf(error)}`);
    return undefined;
  }
  const problems = definitionProblems(task);
  for (const problem of problems) report(`${module}: ${problem}`);
  return problems.length === 0 ? asDefinition(task) : undefined;
}

function loadProperties(
  { properties }: TaskDefinition,
  { module, isTested }: Parameters<typeof loadTaskType>[0],
  report: Report,
): TaskPropertyReader | undefined {
  const read = () => (isTested === true ? new TaskPropertyReader(properties) : TaskPropertyReader.tried(properties));
  return attempt(read, `${module}: task.properties`, report);
}

/** Handlebars is loaded only for those who print. */
async function loadTemplate(path: string, report: Report): Promise<TaskTemplate | undefined> {
  const { compileTaskTemplate } = await import('./task-template.ts');
  return attempt(() => compileTaskTemplate(readFileSync(path, 'utf8')), path, report);
}

/** Support functions are the same for every task, so their template has no view. */
async function loadSupport(path: string, report: Report): Promise<GroovyCode[]> {
  const template = await loadTemplate(path, report);
  const names = template === undefined ? [] : [...template.printed, ...template.asked];
  if (names.length > 0) report(`${path}: cannot use ${names.join(', ')}, because it is the same for every task`);
  return template === undefined || names.length > 0 ? [] : [template.render({})];
}

interface Rendering {
  readonly module: string;
  readonly template?: TaskTemplate;
  readonly templatePath: string;
}

/**
 * Renders the examples, because a mismatch of view and template would otherwise appear only when a flow uses the type.
 */
function tryExamples(
  definition: TaskDefinition,
  properties: TaskPropertyReader,
  rendering: Rendering,
  report: Report,
): void {
  const views = attempt(() => exampleViews(definition, properties), `${rendering.module}: task.examples`, report);
  if (views === undefined) return;
  const localProblems = new Set(views.flatMap((view) => localViewProblems(definition, view)));
  for (const problem of localProblems) report(`${rendering.module}: ${problem}`);
  const { template, templatePath } = rendering;
  if (template === undefined) return;
  const names = [...new Set([...template.printed, ...template.asked])];
  const unknown = names.filter((name) => views.some((view) => !Object.hasOwn(view, name)));
  if (unknown.length > 0) report(`${templatePath}: the view does not always return ${unknown.join(', ')}`);
  // The names of a message are variables of the method that returns the task's settings, not of its steps.
  const messages = [...template.printed].filter((name) => views.some((view) => isMessage(view[name])));
  for (const name of messages)
    report(`${templatePath}: ${name} is a message; write task.${name} instead of {{${name}}}`);
  if (unknown.length === 0)
    for (const view of views) attempt(() => template.render(viewPieces(view)), templatePath, report);
}

/** Whether a piece is a message, or contains one. */
function isMessage(piece: TaskView[string]): boolean {
  if (typeof piece !== 'object') return false;
  const node = nodeOf(piece);
  switch (node.kind) {
    case 'message':
      return true;
    case 'lines':
    case 'list':
      return node.items.some(isMessage);
    case 'map':
      return Object.values(node.entries).some(isMessage);
    default:
      return false;
  }
}

function attempt<Result>(make: () => Result, subject: string, report: Report): Result | undefined {
  try {
    return make();
  } catch (error) {
    report(`${subject}: ${messageOf(error)}`);
    return undefined;
  }
}
