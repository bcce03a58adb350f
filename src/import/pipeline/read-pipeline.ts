import { parseGroovy } from '../groovy/parse-groovy.ts';
import type { Pipeline } from './pipeline.ts';
import { isDeclarative, readDeclarative } from './read-declarative.ts';
import { readScripted } from './read-scripted.ts';

/** Reads a Jenkinsfile. What the parser cannot read is in `file.problems`, and the rest is read all the same. */
export function readPipeline(text: string): Pipeline {
  const file = parseGroovy(text);
  return isDeclarative(file) ? readDeclarative(file) : readScripted(file);
}
