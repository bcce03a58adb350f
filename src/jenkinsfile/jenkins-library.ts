import { createHash } from 'node:crypto';
import { groovy, joinGroovy, sourceOf, type GroovyCode } from '../groovy/groovy-code.ts';
import { groovyString } from '../groovy/quote.ts';
import type { TaskRegistry } from '../language/task-types/task-registry.ts';
import { allFeatures } from './runtime-features.ts';
import { runtimeFor } from './runtime.ts';

/** The shared library in Jenkins that a Jenkinsfile loads in place of a runtime of its own. */
export interface PipelineLibrary {
  /** `'flowgate@1.0'`, as a literal. */
  readonly reference: GroovyCode;
  /** Makes the library ready; it fails when it is another one than Flowgate would write. */
  readonly begin: GroovyCode;
  /** What it offers. */
  readonly functions: ReadonlySet<string>;
}

/** The global variable of the library. */
export const libraryPrefix = 'flowgate.';

/** @param reference the library's name and version, `flowgate@1.0` */
export function pipelineLibrary(reference: string, taskTypes: TaskRegistry): PipelineLibrary {
  const { support, fingerprint } = libraryContent(taskTypes);
  const functions = new Set(['begin', ...runtimeFor(allFeatures).names, ...supportNames(support)]);
  return { reference: groovyString(reference), begin: groovy`begin(this, ${groovyString(fingerprint)})`, functions };
}

/** The file of the library that holds `librarySource`. */
export const libraryFile = 'vars/flowgate.groovy';

/** The text of the library: the runtime with all its features, and the programs of all task types. */
export function librarySource(taskTypes: TaskRegistry): string {
  const { body, fingerprint } = libraryContent(taskTypes);
  return sourceOf(groovy`${head}\n\n${beginFunction(groovyString(fingerprint))}\n\n${body}\n`);
}

interface LibraryContent {
  readonly body: GroovyCode;
  readonly support: readonly GroovyCode[];
  /** Of the body: equal texts have equal ones. */
  readonly fingerprint: string;
}

// The task types of an installation never change.
const contents = new WeakMap<TaskRegistry, LibraryContent>();

function libraryContent(taskTypes: TaskRegistry): LibraryContent {
  const known = contents.get(taskTypes);
  if (known !== undefined) return known;
  const support = [
    ...new Map(taskTypes.types.flatMap((type) => type.support).map((code) => [sourceOf(code), code])).values(),
  ];
  const body = joinGroovy([...runtimeFor(allFeatures).code, ...support], '\n\n');
  const content = {
    body,
    support,
    fingerprint: createHash('sha256').update(sourceOf(body)).digest('hex').slice(0, 16),
  };
  contents.set(taskTypes, content);
  return content;
}

const head = groovy`// Runs the flows of Flowgate. Written by \`flowgate library\`: do not change it here.

import groovy.transform.Field

// The Jenkinsfile, which has the steps of its tasks.
@Field Object jenkinsfile = null`;

function beginFunction(fingerprint: GroovyCode): GroovyCode {
  return groovy`// What a Jenkinsfile calls first, with the library that it was made for.
@NonCPS
void begin(Object script, String wanted) {
  if (wanted != ${fingerprint}) {
    throw new Exception("This Jenkinsfile needs the library \${wanted} of Flowgate, and this one is \${${fingerprint}}: write it again with 'flowgate library', or push the flow again")
  }
  jenkinsfile = script
}`;
}

/** The names of the functions in some Groovy. */
export function supportNames(support: readonly GroovyCode[]): ReadonlySet<string> {
  return new Set(
    support.flatMap((code) =>
      [...sourceOf(code).matchAll(/^(?!\s)[A-Za-z.<>[\]]+ (\w+)\(/gm)].map(([, name = '']) => name),
    ),
  );
}
