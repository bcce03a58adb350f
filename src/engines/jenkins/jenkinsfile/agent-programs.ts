import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../config/package-root.ts';
import { sourceOf } from '../../../groovy/groovy-code.ts';
import { compileGroovyTemplate, type GroovyTemplate } from '../../../groovy/groovy-template.ts';
import type { RuntimeFeatures } from './runtime-features.ts';

/** The shell programs around scripts, from `templates/agent`; each ends with a line break. */
export interface AgentPrograms {
  /** Runs one attempt of a task. */
  readonly runTask: string;
  /** Downloads a file into the workspace. */
  readonly fetchFile: string;
  /** Ends what is left of an execution of the local engine. */
  readonly keepWatch: string;
}

export interface AgentFeatures extends RuntimeFeatures {
  /** Whether the local engine starts and stops the programs, and not Jenkins. */
  readonly isLocal: boolean;
}

/** The programs with the parts that some features need. The templates are read and compiled once, on first use. */
export function agentPrograms(features: AgentFeatures): AgentPrograms {
  const { runTask, fetchFile, keepWatch } = (templates ??= {
    runTask: readTemplate('run-task.sh.hbs'),
    fetchFile: readTemplate('fetch-file.sh.hbs'),
    keepWatch: readTemplate('keep-watch.sh.hbs'),
  });
  const print = (template: GroovyTemplate): string => `${sourceOf(template(features))}\n`;
  return { runTask: print(runTask), fetchFile: print(fetchFile), keepWatch: print(keepWatch) };
}

let templates: Readonly<Record<keyof AgentPrograms, GroovyTemplate>> | undefined;

function readTemplate(file: string): GroovyTemplate {
  return compileGroovyTemplate(readFileSync(join(packageRoot(), 'templates', 'agent', file), 'utf8').trimEnd());
}
