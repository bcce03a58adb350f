import { groovy, indentGroovy, sourceOf, type GroovyCode } from '../groovy/groovy-code.ts';
import { groovyNames } from '../groovy/groovy-names.ts';
import { allFeatures } from './runtime-features.ts';
import { runtimeFor } from './runtime.ts';

const ownNames = new Set(['task', 'echo', 'error', 'null', 'true', 'false']);

/**
 * Adds the flow's environment to the steps of a task type if they may need it: scripts get it from the runtime, but
 * Jenkins' own steps, which a type may call, only find it in Jenkins' environment.
 * @param support names of the type's own functions
 */
export function withEnvironment(steps: GroovyCode, support: ReadonlySet<string>): GroovyCode {
  const runtime = runtimeFor(allFeatures).names;
  const isOwn = (name: string): boolean => ownNames.has(name) || runtime.has(name) || support.has(name);
  if ([...groovyNames(sourceOf(steps))].every(isOwn)) return steps;
  return groovy`withEnv(environmentEntries()) {\n${indentGroovy(steps, 2)}\n}`;
}
