import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Handlebars from 'handlebars';
import { packageRoot } from '../config/package-root.ts';
import { trustedGroovy, type GroovyCode } from '../groovy/groovy-code.ts';
import { groovyText } from '../groovy/quote.ts';
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
  files: 'files.groovy',
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
  const parts = Object.entries(runtimeFiles).map(([part, file]) => [part, read('runtime', file)]);
  const runtime = Object.fromEntries(parts) as Record<RuntimePart, string>; // the keys of runtimeFiles
  const program = (name: string, comment: string, file: string): GroovyCode => programMethod(name, comment, `${read('worker', file)}\n`);
  return {
    frame: Handlebars.create().compile(read('jenkinsfile.groovy.hbs'), options),
    runtime: { ...runtime, files: `${runtime.files}\n\n${program('fetchScript', 'What `sh` runs for every file.', 'fetch-file.sh')}` },
    worker: program('workerScript', 'What `sh` runs for every script, around the script itself.', 'run-task.sh'),
  };
}

/** A method that returns a shell program. */
function programMethod(name: string, comment: string, program: string): GroovyCode {
  return trustedGroovy(`// ${comment}\n@NonCPS\nString ${name}() {\n  return ${groovyText(program)}\n}`);
}
