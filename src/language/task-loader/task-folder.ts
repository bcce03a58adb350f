import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageRoot, programFolder } from '../../base/config/package-root.ts';
import { messageOf } from '../../base/problem/message-of.ts';

/** A folder of task modules and their templates; adding files is the registration. */
export interface TaskFolder {
  readonly tasks: string;
  readonly templates: string;
  /** Whether its modules are tested, so that a start does not try them out. */
  readonly isTested?: boolean;
}

/** The paths of one task type's files. `module` or `template` is undefined if the folder has only the other. */
export interface TaskFiles {
  readonly stem: string;
  readonly module?: string;
  readonly template?: string;
  readonly support?: string;
  /**
   * Programs for the agent, `<stem>.support.sh` or `.py`, or `<stem>.<name>.support.sh` if there are several. A program whose stem is a prefix of several (`python` of
   * `python-script` and `python-commands`) belongs to all of them.
   */
  readonly programs?: readonly string[];
}

/** Flowgate's own task types: TypeScript in the source tree, compiled JavaScript in `dist`. */
export function ownTaskFolder(): TaskFolder {
  return {
    tasks: join(programFolder(), 'tasks'),
    templates: join(packageRoot(), 'templates', 'tasks'),
    isTested: true,
  };
}

/**
 * A folder in `FLOWGATE_TASKS`. Its modules and templates are side by side, or apart as in Flowgate itself: in `tasks`,
 * and in `templates` or `templates/tasks`.
 */
export function outsideTaskFolder(folder: string): TaskFolder {
  const firstOf = (...names: string[]) => names.map((name) => join(folder, name)).find(existsSync) ?? folder;
  return { tasks: firstOf('tasks'), templates: firstOf(join('templates', 'tasks'), 'templates') };
}

/**
 * Pairs the files of a folder by their stem, in alphabetical order.
 * @param report called for an unreadable folder, and for two modules with the same stem
 */
export function findTaskFiles(folder: TaskFolder, report: (problem: string) => void): TaskFiles[] {
  const programs: { path: string; stem: string }[] = [];
  const byStem = new Map<string, { -readonly [Key in keyof TaskFiles]: TaskFiles[Key] }>();
  const add = (kind: 'module' | 'template' | 'support', path: string, stem: string) => {
    const files = byStem.get(stem) ?? { stem };
    if (files[kind] === undefined) files[kind] = path;
    else report(`${path}: ${basename(files[kind])} has the same stem; keep one of them`);
    byStem.set(stem, files);
  };
  for (const path of filesIn(folder.tasks, report)) {
    const stem = modulePattern.exec(basename(path))?.[1];
    if (stem !== undefined) add('module', path, stem);
  }
  for (const path of filesIn(folder.templates, folder.templates === folder.tasks ? () => {} : report)) {
    const [, stem, support] = templatePattern.exec(basename(path)) ?? [];
    if (stem !== undefined) add(support === undefined ? 'template' : 'support', path, stem);
    const program = programPattern.exec(basename(path))?.[1];
    if (program !== undefined) programs.push({ path, stem: program });
  }
  for (const { path, stem } of programs) {
    const users = [...byStem.values()].filter((files) => files.stem === stem || files.stem.startsWith(`${stem}-`));
    if (users.length === 0) byStem.set(stem, { stem, programs: [path] });
    for (const files of users) files.programs = [...(files.programs ?? []), path];
  }
  return [...byStem.values()].toSorted((left, right) => (left.stem < right.stem ? -1 : 1));
}

// Excludes declaration files (`shell.d.ts`) and tests (`shell.test.ts`), whose stems have a dot.
const modulePattern = /^([^.]+)\.(?:ts|mts|js|mjs)$/;
const templatePattern = /^([^.]+)(\.support)?\.groovy\.hbs$/;
const programPattern = /^([^.]+)(?:\.[^.]+)?\.support\.(?:sh|py)$/;

function filesIn(folder: string, report: (problem: string) => void): string[] {
  try {
    return readdirSync(folder)
      .toSorted()
      .map((name) => join(folder, name));
  } catch (error) {
    report(`${folder}: cannot be read (${messageOf(error)})`);
    return [];
  }
}
