import { isOwnCode } from '../../base/problem/problem-catalogue.ts';
import { shortTypeName } from '../flow/type-names.ts';
import type { RegisteredTaskType, TaskRegistry } from '../task-types/task-registry.ts';
import { loadTaskType, type Report } from './load-task-type.ts';
import { fullTypeName } from './register-task-type.ts';
import { findTaskFiles, type TaskFolder } from './task-folder.ts';

export interface TaskRegistryOptions {
  /** Loaded in this order; a type name that two of them register is a problem. */
  readonly folders: readonly TaskFolder[];
  /** Names become `dev.<vendor>.plugin.<type>`. */
  readonly vendor: string;
  /** Whether flows are printed as Jenkinsfiles; true by default. Without it, own types load faster. */
  readonly isPrinted?: boolean;
}

/** Thrown if the task types cannot be used; lists all problems. */
export class TaskRegistryError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The task types have ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
    this.name = 'TaskRegistryError';
    this.problems = problems;
  }
}

/**
 * Loads every task type of the folders; adding files is the registration. Modules run once, here.
 * @throws {TaskRegistryError} with all problems
 */
export async function loadTaskRegistry({
  folders,
  vendor,
  isPrinted = true,
}: TaskRegistryOptions): Promise<TaskRegistry> {
  const problems: string[] = [];
  const report: Report = (problem) => problems.push(problem);
  const files = folders.flatMap((folder) =>
    findTaskFiles(folder, report).map((found) => ({ ...found, isTested: folder.isTested, isPrinted })),
  );
  const types: { type: RegisteredTaskType; origin: string }[] = [];
  for (const one of files) {
    const type = await loadTaskType(one, vendor, report);
    if (type !== undefined) types.push({ type, origin: one.module ?? '' });
  }
  const byName = indexByName(types, report);
  const warnings = declarationsOf('warnings', (type) => type.warnings, types, report);
  for (const code of warnings.keys())
    if (isOwnCode(code)) report(`task.warnings: ${code} is a code of Flowgate itself`);
  const settings = declarationsOf('settings', (type) => type.settings, types, report);
  reportRepeated('fromJenkins', (type) => type.fromJenkins, types, report);
  reportRepeated('fromJenkinsSteps', (type) => type.fromJenkinsSteps, types, report);
  if (problems.length > 0) throw new TaskRegistryError(problems);
  const contributing = types.flatMap(({ type }) => type.contribute ?? []);
  return {
    names: types.flatMap(({ type }) => [type.name, ...type.aliases]).toSorted(),
    types: types.map(({ type }) => type).toSorted((left, right) => (left.name < right.name ? -1 : 1)),
    warnings,
    settings,
    find: (name) => byName.get(shortTypeName(name) === name ? fullTypeName(name, vendor) : name),
    contributions: (outline) => contributing.map((contribute) => contribute(outline)),
  };
}

/** What the types declare, by name. Several types can declare the same. */
function declarationsOf<Declaration>(
  kind: string,
  of: (type: RegisteredTaskType) => Readonly<Record<string, Declaration>>,
  types: readonly { type: RegisteredTaskType; origin: string }[],
  report: Report,
): Map<string, Declaration> {
  const found = new Map<string, Declaration>();
  for (const { type, origin } of types) {
    for (const [name, declaration] of Object.entries(of(type))) {
      const other = found.get(name);
      if (other !== undefined && JSON.stringify(other) !== JSON.stringify(declaration))
        report(`${origin}: task.${kind}: another type declares ${name} differently`);
      found.set(name, declaration);
    }
  }
  return found;
}

/** Reports what several types claim, although only one can have it. */
function reportRepeated(
  kind: string,
  of: (type: RegisteredTaskType) => object,
  types: readonly { type: RegisteredTaskType; origin: string }[],
  report: Report,
): void {
  const origins = new Map<string, string>();
  for (const { type, origin } of types) {
    for (const name of Object.keys(of(type))) {
      const other = origins.get(name);
      if (other !== undefined) report(`${origin}: task.${kind}: ${name} is already claimed by ${other}`);
      origins.set(name, origin);
    }
  }
}

function indexByName(
  types: readonly { type: RegisteredTaskType; origin: string }[],
  report: Report,
): Map<string, RegisteredTaskType> {
  const byName = new Map<string, RegisteredTaskType>();
  const origins = new Map<string, string>();
  for (const { type, origin } of types) {
    for (const name of [type.name, ...type.aliases]) {
      const other = origins.get(name);
      if (other !== undefined) report(`${origin}: ${name} is already registered by ${other}`);
      origins.set(name, origin);
      byName.set(name, type);
    }
  }
  return byName;
}
