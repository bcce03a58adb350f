import type { GroovyFile } from '../groovy/syntax.ts';
import { liftDeclarations } from './lift-declarations.ts';
import type { Pipeline } from './pipeline.ts';

/** Reads a scripted pipeline: its steps are the statements of the file, except for what they declare about the job. */
export function readScripted(file: GroovyFile): Pipeline {
  const { left, ...declarations } = liftDeclarations(file.statements);
  return {
    kind: 'scripted',
    file,
    ...declarations,
    tools: [],
    environment: [],
    post: [],
    stages: [],
    steps: left,
    beside: [],
  };
}
