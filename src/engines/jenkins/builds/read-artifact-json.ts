import { parseAnswer } from '../../../base/answers/parse-answer.ts';
import { readBody } from '../../../base/answers/read-body.ts';
import { UnusableAnswer } from '../../../base/answers/unusable-answer.ts';
import { readJson } from '../../../base/text/exact-json.ts';
import type { JsonValue } from '../../../base/text/json-value.ts';
import { timeoutSignal } from '../../../base/timers/timers.ts';
import { JenkinsError } from '../client/jenkins-error.ts';
import type { BuildKey, JenkinsGateway } from '../client/jenkins-gateway.ts';

const limits = { of: 'Jenkins', depth: 100, values: 1_000_000 };
/** Until all of it must have arrived, in milliseconds. */
const maxDuration = 300_000;

/**
 * The content of an artifact; undefined if the build does not have it, and if it is too large or no JSON.
 * @throws {JenkinsError}
 */
export async function readArtifactJson(
  gateway: Pick<JenkinsGateway, 'artifact'>,
  { build, path, maxSize }: { readonly build: BuildKey; readonly path: string; readonly maxSize: number },
): Promise<JsonValue | undefined> {
  const signal = timeoutSignal(maxDuration);
  try {
    const file = await gateway.artifact(build, path, { signal });
    if (file === undefined) return undefined;
    const bytes = await readBody(file.stream as AsyncIterable<Buffer>, { of: 'Jenkins', bytes: maxSize });
    return (await parseAnswer(bytes, { ...limits, parse: readJson })) as JsonValue; // what JSON is parsed to
  } catch (error) {
    if (error instanceof UnusableAnswer) return undefined;
    if (signal.aborted) throw new JenkinsError('timeout', `Jenkins did not send the artifact ${path} in time.`);
    throw error;
  }
}
