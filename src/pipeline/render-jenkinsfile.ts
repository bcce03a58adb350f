import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../config/package-root.ts';
import { groovy, sourceOf, trustedGroovy, type GroovyCode } from '../groovy/groovy-code.ts';
import { compileGroovyTemplate, type GroovyTemplate } from '../groovy/groovy-template.ts';
import { groovyComment, groovyName, groovyText } from '../groovy/quote.ts';
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
  'task-values': 'task-values.groovy',
};

/** Prints a pipeline as the text of a Jenkinsfile. The templates are read and compiled once, at the first call. */
export function renderJenkinsfile(pipeline: Pipeline): string {
  const { frame, runtime, worker } = (templates ??= loadTemplates(join(packageRoot(), 'templates')));
  return sourceOf(frame({ ...pipeline, runtime: [...pipeline.runtime.map((part) => runtime[part]), worker, ...pipeline.support] }));
}

interface Templates {
  readonly frame: GroovyTemplate;
  readonly runtime: Readonly<Record<RuntimePart, GroovyCode>>;
  /** The method that returns the shell program around every script. */
  readonly worker: GroovyCode;
}

let templates: Templates | undefined;

function loadTemplates(folder: string): Templates {
  const read = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8').trimEnd();
  const parts = Object.entries(runtimeFiles).map(([part, file]) => [part, trustedGroovy(read('runtime', file))]);
  const runtime = Object.fromEntries(parts) as Record<RuntimePart, GroovyCode>; // the keys of runtimeFiles
  const program = (name: string, comment: string, file: string): GroovyCode => programMethod(name, comment, `${read('worker', file)}\n`);
  return {
    frame: compileGroovyTemplate(read('jenkinsfile.groovy.hbs')),
    runtime: { ...runtime, files: groovy`${runtime.files}\n\n${program('fetchScript', 'What `sh` runs for every file.', 'fetch-file.sh')}` },
    worker: program('workerScript', 'What `sh` runs for every script, around the script itself.', 'run-task.sh'),
  };
}

/** A method that returns a shell program. */
function programMethod(name: string, comment: string, program: string): GroovyCode {
  return groovy`// ${groovyComment(comment)}\n@NonCPS\nString ${groovyName(name)}() {\n  return ${groovyText(program)}\n}`;
}
