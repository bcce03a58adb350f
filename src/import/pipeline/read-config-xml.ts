import { childOf, normalizeXml, parseConfigXml, simpleName, textAt, type ConfigElement } from './config-element.ts';
import type { Job, MultibranchJob, PipelineJob } from './job.ts';
import { readFreestyle } from './read-freestyle.ts';
import { readJobDeclarations } from './read-job-declarations.ts';
import { readRepository, readSource } from './read-repository.ts';

/** Reads the `config.xml` of a job of any kind. */
export function readJob(xml: string): Job {
  const text = normalizeXml(xml);
  const root = parseConfigXml(text);
  if ('message' in root) return { kind: 'unreadable', problem: root };
  switch (root.name) {
    case 'flow-definition':
      return readPipelineJob(root);
    case 'project':
      return { kind: 'freestyle', pipeline: readFreestyle(root, text) };
    case 'matrix-project':
      return { kind: 'matrix', element: root.name };
  }
  switch (simpleName(root.name)) {
    case 'WorkflowMultiBranchProject':
      return readMultibranch(root);
    case 'Folder':
      return { kind: 'folder' };
    case 'OrganizationFolder':
      return { kind: 'organization' };
    default:
      return { kind: 'unsupported', element: root.name };
  }
}

function readPipelineJob(root: ConfigElement): Job {
  const definition = childOf(root, 'definition');
  const script = childOf(definition, 'script')?.text;
  const scriptPath = textAt(definition, 'scriptPath');
  // Another plugin can define the pipeline, for instance from a template.
  if (script === undefined && scriptPath === undefined) {
    return { kind: 'unsupported', element: definition?.className ?? root.name };
  }
  const scm = childOf(definition, 'scm');
  const repository = readRepository(scm);
  const description = textAt(root, 'description');
  const job: PipelineJob = {
    kind: 'pipeline',
    ...(script !== undefined ? { script } : { scriptPath }),
    ...(repository !== undefined && { repository }),
    ...(description !== undefined && { description }),
    declared: readJobDeclarations(root),
  };
  return job;
}

function readMultibranch(root: ConfigElement): MultibranchJob {
  const description = textAt(root, 'description');
  const branchSources = childOf(childOf(root, 'sources'), 'data')?.children ?? [];
  const sources = branchSources.flatMap((branchSource) => childOf(branchSource, 'source') ?? []);
  return {
    kind: 'multibranch',
    scriptPath: textAt(root, 'factory', 'scriptPath') ?? 'Jenkinsfile',
    ...(description !== undefined && { description }),
    sources: sources.flatMap((source) => readSource(source) ?? []),
    otherSources: sources
      .filter((source) => readSource(source) === undefined)
      .map((source) => source.className ?? source.name),
  };
}
