import { readJson } from '../../../text/exact-json.ts';
import type { JsonValue } from '../../../text/json-value.ts';
import type { BuildKey, JenkinsGateway } from '../client/jenkins-gateway.ts';

/**
 * The content of an artifact; undefined if the build does not have it, and if it is too large or no JSON.
 * @throws {JenkinsError}
 */
export async function readArtifactJson(
  gateway: Pick<JenkinsGateway, 'artifact'>,
  { build, path, maxSize }: { readonly build: BuildKey; readonly path: string; readonly maxSize: number },
): Promise<JsonValue | undefined> {
  const file = await gateway.artifact(build, path);
  if (file === undefined) return undefined;
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of file.stream as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxSize) return undefined;
    pieces.push(piece);
  }
  try {
    return readJson(Buffer.concat(pieces).toString());
  } catch {
    return undefined;
  }
}
