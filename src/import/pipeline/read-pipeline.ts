import { parseGroovy } from '../groovy/parse-groovy.ts';
import type { GroovyFile } from '../groovy/syntax.ts';
import type { Pipeline } from './pipeline.ts';
import { pipelineBlockOf, readDeclarative } from './read-declarative.ts';
import { readScripted } from './read-scripted.ts';

/** Reads a Jenkinsfile. What the parser cannot read is in `file.problems`, and the rest is read all the same. */
export function readPipeline(text: string): Pipeline {
  return readPipelineOf(parseGroovy(text));
}

export function readPipelineOf(file: GroovyFile): Pipeline {
  return pipelineBlockOf(file) === undefined ? readScripted(file) : readDeclarative(file);
}
