import { ownEntry } from '../../base/text/own-entry.ts';
import { callAt, closureAt, statementOf } from '../groovy/make-tree.ts';
import type { Call, Statement } from '../groovy/syntax.ts';
import { childOf, simpleName, textAt, unknownCall, type ConfigElement } from './config-element.ts';
import type { Pipeline } from './pipeline.ts';
import { readJobDeclarations } from './read-job-declarations.ts';
import { readPublishers } from './read-publishers.ts';
import { checkoutStep, readRepository } from './read-repository.ts';
import { readWrapper } from './read-wrapper.ts';

/** Elements of a project that this reader or {@link readJobDeclarations} reads. */
const known = new Set(
  'description properties triggers logRotator quietPeriod disabled scm assignedNode jdk customWorkspace concurrentBuild builders publishers buildWrappers'.split(
    ' ',
  ),
);

/** Elements that say nothing as long as they have the value that Jenkins writes by default. */
const defaults: Readonly<Record<string, string>> = {
  keepDependencies: 'false',
  canRoam: 'true',
  blockBuildWhenDownstreamBuilding: 'false',
  blockBuildWhenUpstreamBuilding: 'false',
};

/**
 * Reads a freestyle project: its checkout and its builders are the steps, its publishers the conditions of `post`. What has no counterpart in
 * a pipeline is a call with the name of its class.
 * @param text the XML, in which spans are places
 */
export function readFreestyle(root: ConfigElement, text: string): Pipeline {
  const declared = readJobDeclarations(root);
  const wrappers = (childOf(root, 'buildWrappers')?.children ?? []).map(readWrapper);
  const scm = childOf(root, 'scm');
  const repository = readRepository(scm);
  const hasScm = scm !== undefined && simpleName(scm.className ?? '') !== 'NullSCM';
  const description = textAt(root, 'description');
  const others = root.children.filter(isUnknown).map(unknownCall);
  const concurrent = childOf(root, 'concurrentBuild');
  const isConcurrent = concurrent?.text.trim() === 'true';
  const builders = (childOf(root, 'builders')?.children ?? []).map(readBuilder).map(statementOf);
  const around = wrappers.reduceRight<readonly Statement[]>(
    (inside, wrapper) => wrapper.around?.(inside) ?? inside,
    builders,
  );
  const checkout = scm !== undefined && repository !== undefined ? [checkoutStep(scm)] : [];
  const unknown = [...(hasScm && repository === undefined ? [unknownCall(scm)] : []), ...others];
  return {
    kind: 'freestyle',
    file: { text, statements: [], comments: [], problems: [] },
    libraries: [],
    parameters: declared.parameters,
    triggers: declared.triggers,
    agent: readAgent(root),
    tools: readTools(root),
    environment: [],
    options: [
      ...declared.options,
      ...(isConcurrent ? [] : [callAt(concurrent ?? startOf(root), 'disableConcurrentBuilds', {})]),
      ...wrappers.flatMap(({ option }) => option ?? []),
    ],
    stages: [],
    steps: [...[...wrappers.flatMap(({ first }) => first ?? []), ...checkout].map(statementOf), ...around],
    post: readPublishers(childOf(root, 'publishers')),
    beside: [],
    unknown: [...unknown, ...wrappers.flatMap(({ unknown: call }) => call ?? [])].map(statementOf),
    ...(repository !== undefined && { repository }),
    ...(description !== undefined && { description }),
  };
}

function isUnknown(element: ConfigElement): boolean {
  if (known.has(element.name) || ownEntry(defaults, element.name) === element.text.trim()) return false;
  // `assignedNode` says where builds run; `canRoam` repeats whether there is one.
  if (element.name === 'canRoam') return false;
  return element.children.length > 0 || element.text.trim() !== '';
}

function readAgent(root: ConfigElement): Call {
  const assigned = childOf(root, 'assignedNode');
  const workspace = childOf(root, 'customWorkspace');
  const place = assigned ?? workspace ?? startOf(root);
  const label = textAt(root, 'assignedNode');
  const labelCall = callAt(place, 'label', {}, label ?? '');
  if (workspace !== undefined) {
    const customWorkspace = callAt(workspace, 'customWorkspace', {}, textAt(root, 'customWorkspace') ?? '');
    const node = callAt(place, 'node', {}, closureAt(place, [labelCall, customWorkspace].map(statementOf)));
    return callAt(place, 'agent', {}, closureAt(place, [statementOf(node)]));
  }
  if (label === undefined) return callAt(place, 'agent', {}, 'any');
  return callAt(place, 'agent', {}, closureAt(place, [statementOf(labelCall)]));
}

/** `(System)` and `(Default)` are the JDK of the agent. */
function readTools(root: ConfigElement): readonly Call[] {
  const jdk = childOf(root, 'jdk');
  const name = textAt(root, 'jdk');
  return jdk === undefined || name === undefined || name.startsWith('(') ? [] : [callAt(jdk, 'jdk', {}, name)];
}

/** The place of what holds because nothing says otherwise. */
function startOf({ name, start }: ConfigElement) {
  return { start, end: start + name.length + 1 };
}

const scripts: Readonly<Record<string, string>> = { Shell: 'sh', BatchFile: 'bat' };

/** Reads a build step. A script whose exit code can make a build unstable is no `sh`, so it keeps its class. */
function readBuilder(element: ConfigElement): Call {
  const step = ownEntry(scripts, simpleName(element.name));
  const command = childOf(element, 'command');
  const unstable = textAt(element, 'unstableReturn') ?? '0';
  if (step === undefined || command === undefined || unstable !== '0') return unknownCall(element);
  return callAt(element, step, {}, { kind: 'literal', value: command.text, start: command.start, end: command.end });
}
