import type { Span } from '../../groovy/syntax.ts';
import type { Scope } from '../context/job-mapping.ts';
import { draftTask, type CommonProperties, type DraftTask } from '../drafts/draft-flow.ts';
import { leavesNoState } from './simple-command.ts';

/** What a script runs: shell code with references. No command at all: the task only keeps files. */
interface ShellContent {
  readonly script?: string;
  /** A first line such as `#!/bin/bash`. */
  readonly shebang?: string;
  /** Patterns relative to the workspace. */
  readonly outputFiles?: readonly string[];
}

/**
 * A task that runs a script where the scope says: in its folder, its container and on its agent, with its variables. A script of
 * one simple line is `commands`, which can be joined with those of its neighbours; any other has a session of its own.
 */
export function shellTask(
  { script, shebang, outputFiles }: ShellContent,
  span: Span,
  id: string,
  scope: Scope,
  common: CommonProperties = {},
): DraftTask {
  const { container, workerGroup, taskEnv } = scope;
  const env = script === undefined ? {} : Object.fromEntries(taskEnv);
  const content = {
    ...(script === undefined ? { commands: [] } : codeOf(script, shebang, scope)),
    ...(Object.keys(env).length > 0 && { env }),
    ...(outputFiles !== undefined && { outputFiles }),
  };
  return draftTask(
    id,
    span,
    container === undefined ? { kind: 'shell', ...content } : { kind: 'container', ...container, ...content },
    { ...common, ...(workerGroup !== undefined && { worker_group: workerGroup }) },
  );
}

function codeOf(script: string, shebang: string | undefined, { prelude, folder }: Scope) {
  if (shebang === undefined && prelude.length === 0 && leavesNoState(script)) {
    if (folder === undefined) return { commands: [script.trim()] };
    return { commands: [...folderCommands(folder.word, script.trim())] };
  }
  const before = [...prelude, ...(folder === undefined ? [] : enterFolder(folder.word))];
  const lines = [...(shebang === undefined ? [] : [shebang]), ...before, script];
  return { script: lines.join('\n') };
}

/** Creates a folder, and goes there. */
export function enterFolder(word: string): readonly [create: string, enter: string] {
  const argument = pathArgument(word);
  return [`mkdir -p ${argument}`, `cd ${argument}`];
}

/** A command in a folder, which leaves the session where it is. */
function folderCommands(word: string, command: string): readonly string[] {
  const [create, enter] = enterFolder(word);
  return [create, `(${enter} && ${command})`];
}

/** Scripts on the agent itself, for what Jenkins does there even inside of a container: checkouts, files, pauses. */
export function onAgent(scope: Scope): Scope {
  return { ...scope, container: undefined };
}

/**
 * A word of a shell as the argument of a program such as `mkdir`: after `--` if it starts with a value, which could be an
 * option otherwise. A constant that starts with `-` is by hand.
 */
export function pathArgument(word: string): string {
  return /^"?(?:\{\{|\$)/.test(word) ? `-- ${word}` : word;
}
