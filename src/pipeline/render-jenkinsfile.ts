import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Handlebars from 'handlebars';
import { packageRoot } from '../config/package-root.ts';
import { groovyText } from '../groovy/quote.ts';
import { trustedGroovy, type GroovyCode } from '../groovy/groovy-code.ts';
import type { Pipeline, RuntimePart } from './pipeline.ts';

const runtimeFiles: Record<RuntimePart, string> = {
  flow: 'flow.groovy',
  values: 'values.groovy',
  conditions: 'conditions.groovy',
  task: 'task.groovy',
  progress: 'progress.groovy',
  script: 'script.groovy',
  outputs: 'outputs.groovy',
  subflow: 'subflow.groovy',
  'flow-outputs': 'flow-outputs.groovy',
};

/** Prints a pipeline as the text of a Jenkinsfile. The templates are read and compiled once, at the first call. */
export function renderJenkinsfile(pipeline: Pipeline): string {
  const { frame, runtime, worker } = (templates ??= loadTemplates(join(packageRoot(), 'templates')));
  return frame({ ...pipeline, runtime: [...pipeline.runtime.map((part) => runtime[part]), worker, ...pipeline.support] });
}

interface Templates {
  readonly frame: Handlebars.TemplateDelegate<unknown>;
  readonly runtime: Readonly<Record<RuntimePart, string>>;
  /** The method that returns the shell program around every script. */
  readonly worker: GroovyCode;
}

let templates: Templates | undefined;

function loadTemplates(folder: string): Templates {
  const read = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8').trimEnd();
  const options = { noEscape: true, strict: true, knownHelpersOnly: true };
  const runtime = Object.entries(runtimeFiles).map(([part, file]) => [part, read('runtime', file)]);
  return {
    frame: Handlebars.create().compile(read('jenkinsfile.groovy.hbs'), options),
    runtime: Object.fromEntries(runtime) as Record<RuntimePart, string>, // the keys of runtimeFiles
    worker: workerMethod(`${read('worker', 'run-task.sh')}\n`),
  };
}

function workerMethod(script: string): GroovyCode {
  const comment = '// What `sh` runs for every script, around the script itself.';
  return trustedGroovy(`${comment}\n@NonCPS\nString workerScript() {\n  return ${groovyText(script)}\n}`);
}
