import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { Artifact } from '../client/jenkins-gateway.ts';
import type { PartOf } from '../jenkins-parts.ts';

/** A file that an execution has kept, or that one before it has. */
export interface BuildArtifact extends Artifact {
  /** The number of the build that has it. */
  readonly build: number;
}

/**
 * The artifacts of all builds of an execution; of equal paths, the one of the latest build. Those of a restart include the
 * files of the tasks that are kept.
 * @throws {JenkinsError}
 */
export async function artifactsOf(
  record: ExecutionRecord,
  { gateway, store }: PartOf<'gateway', 'artifacts'> & PartOf<'store', 'carried'>,
): Promise<readonly BuildArtifact[]> {
  const { id, flow, build, earlierBuilds = [], restartOf } = record;
  const carried = restartOf === undefined ? undefined : await store.carried(id);
  const kept = (carried?.files ?? []).flatMap(({ path, execution, build: number }): BuildArtifact[] =>
    execution === id || number === undefined ? [] : [{ path, build: number }],
  );
  const numbers = new Set([...earlierBuilds, ...(build === undefined ? [] : [build])].map(({ number }) => number));
  const lists = await Promise.all(
    [...numbers].map(async (number) => {
      const artifacts = (await gateway.artifacts({ job: flow, number })) ?? [];
      return artifacts.map((artifact): BuildArtifact => ({ ...artifact, build: number }));
    }),
  );
  const all = [...kept, ...lists.flat()];
  return numbers.size + kept.length < 2 ? all : [...new Map(all.map((artifact) => [artifact.path, artifact])).values()];
}
