import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../config/package-root.ts';
import { sourceOf } from '../../../groovy/groovy-code.ts';
import { prefixCalls } from '../../../groovy/groovy-names.ts';
import { compileGroovyTemplate, type GroovyTemplate } from '../../../groovy/groovy-template.ts';
import { libraryPrefix } from './jenkins-library.ts';
import type { Pipeline } from './pipeline.ts';
import { runtimeFor } from './runtime.ts';

let frame: GroovyTemplate | undefined;

/** Prints a pipeline as the text of a Jenkinsfile. The templates are read and compiled once, on first use. */
export function renderJenkinsfile(pipeline: Pipeline): string {
  frame ??= compileGroovyTemplate(
    readFileSync(join(packageRoot(), 'templates/jenkinsfile.groovy.hbs'), 'utf8').trimEnd(),
  );
  const { library } = pipeline;
  if (library !== undefined) {
    const ownPart = sourceOf(
      frame({ ...pipeline, library: library.reference, begin: library.begin, fields: false, support: [], runtime: [] }),
    );
    return prefixCalls(ownPart, library.functions, libraryPrefix);
  }
  const ownPart = sourceOf(frame({ ...pipeline, begin: undefined, fields: false, runtime: [] }));
  const runtime = runtimeFor(pipeline.features).neededBy([ownPart]);
  return sourceOf(frame({ ...pipeline, begin: undefined, fields: true, runtime }));
}
