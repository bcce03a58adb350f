import { minPartLength } from '../../../base/masking/secret-forms.ts';
import type { SecretMask } from '../../../base/masking/secret-mask.ts';
import { maxCarriedFiles, type Carried } from '../../../language/execution-plan/segment.ts';
import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import { isCalledSecret } from '../../../store/executions/record/secret-names.ts';
import { readArtifactJson } from '../builds/read-artifact-json.ts';
import type { BuildKey } from '../client/jenkins-gateway.ts';
import type { JenkinsParts } from '../jenkins-parts.ts';
import { carriedOn, containsAny, readLeftBehind, segmentPath, type LeftBehind } from './left-behind.ts';

// All texts of a flow together have at most 2 MiB, which escapes can make longer.
const maxSize = 16 * 1024 * 1024;

export type SegmentEndReading =
  | { readonly left: LeftBehind; readonly carried: Carried }
  /** Why the execution cannot go on, as a sentence. */
  | { readonly problem: string };

export interface ReadingPlace {
  readonly record: ExecutionRecord;
  readonly build: BuildKey;
  /** By the names of `secret-names.ts`. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly mask: SecretMask;
}

/** Reads what a build leaves for the next one, or for a restart. @throws {JenkinsError} */
export async function readSegmentEnd(
  { record, build, secrets, mask }: ReadingPlace,
  { gateway, store, calls }: Pick<JenkinsParts, 'gateway' | 'store' | 'calls'>,
): Promise<SegmentEndReading> {
  calls.spend();
  const left = readLeftBehind((await readArtifactJson(gateway, { build, path: segmentPath, maxSize })) ?? null);
  if (left === undefined) return { problem: missing(build) };
  const called = [...secrets].flatMap(([name, value]) =>
    isCalledSecret(name) && value.length >= minPartLength ? [value] : [],
  );
  if (containsAny(left, called)) return { problem: calledSecret };
  const hasFiles = Object.keys(left.files).length > 0;
  if (hasFiles) calls.spend();
  const artifacts = hasFiles ? ((await gateway.artifacts(build)) ?? []) : [];
  await mask.prepare();
  const carried = carriedOn(left, {
    before: await store.carried(record.id),
    // A name that contains a secret is not kept in plain text.
    artifacts: artifacts.filter(({ path }) => mask.apply(path) === path),
    execution: record.id,
    build,
  });
  return carried === 'too many files' ? { problem: tooManyFiles } : { left, carried };
}

const tooManyFiles = `The tasks have kept more than ${maxCarriedFiles} files; a flow that waits can put back at most that many. Keep fewer files, or an archive of them.`;
const calledSecret =
  'A task has returned the secret default of a called flow, which Flowgate does not keep while the execution waits. Return something else from the called flow.';

function missing({ number }: BuildKey): string {
  return `Build #${number} has left nothing for the tasks after it: ${segmentPath} is missing or damaged among its artifacts in Jenkins. Run the flow again, and make sure that Jenkins keeps the artifacts of its builds.`;
}

/** Masks the texts, which the build has masked for most forms of secrets. */
export async function maskTexts(texts: LeftBehind['texts'], mask: SecretMask): Promise<LeftBehind['texts']> {
  await mask.prepare();
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, mask.apply(text)]));
}
