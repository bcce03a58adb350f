import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Handlebars from 'handlebars';
import { groovyText } from '../groovy/quote.ts';
import type { GroovyCode } from '../groovy/groovy-code.ts';
import { trustedGroovy } from '../groovy/groovy-code.ts';
import type { Pipeline, RuntimePart } from './pipeline.ts';

/** Prints pipelines as Jenkinsfiles; made once at the start from the files of a template folder. */
export interface JenkinsfileRenderer {
  render(pipeline: Pipeline): string;
}

const runtimeFiles: Record<RuntimePart, string> = {
  flow: 'flow.groovy',
  values: 'values.groovy',
  conditions: 'conditions.groovy.hbs',
  task: 'task.groovy',
  script: 'script.groovy',
  outputs: 'outputs.groovy',
  subflow: 'subflow.groovy',
  'flow-outputs': 'flow-outputs.groovy',
};

/** @param folder the folder `templates` of the package */
export function loadJenkinsfileRenderer(folder: string): JenkinsfileRenderer {
  const handlebars = Handlebars.create();
  const frame = handlebars.compile<unknown>(readFileSync(join(folder, 'jenkinsfile.groovy.hbs'), 'utf8'), {
    noEscape: true,
    strict: true,
    knownHelpersOnly: true,
  });
  const runtime = new Map<string, GroovyCode>();
  for (const [part, file] of Object.entries(runtimeFiles)) {
    runtime.set(part, trustedGroovy(readFileSync(join(folder, 'runtime', file), 'utf8').trimEnd()));
  }
  const worker = workerMethod(readFileSync(join(folder, 'worker', 'run-task.sh'), 'utf8'));
  return {
    render(pipeline) {
      const parts = pipeline.runtime.map((part) => runtime.get(part)!);
      return frame({ ...pipeline, runtime: [...parts, worker, ...pipeline.support] });
    },
  };
}

function workerMethod(script: string): GroovyCode {
  return trustedGroovy(`// What \`sh\` runs for every script: it wraps the task's own.\n@NonCPS\nString workerScript() {\n  return ${groovyText(script)}\n}`);
}
