import { readJson, writeJson } from '../../../../src/base/text/exact-json.ts';
import { problemOf } from '../../api/api-problem.ts';
import { apiFetch } from '../../api/client.ts';

/** The preview of an artifact. None of it is ever interpreted as a page. */
export type ArtifactContent =
  | { readonly kind: 'text'; readonly text: string; readonly isCut: boolean }
  | { readonly kind: 'image'; readonly image: ImageBitmap }
  | { readonly kind: 'other' };

/** Bytes of a text that are shown. */
const maxText = 512 * 1024;
/** Larger pictures are only downloaded. */
const maxImage = 20 * 1024 * 1024;
// Without SVG, which is a document.
const imageTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** @throws {ApiProblem} */
export async function openArtifact(executionId: string, path: string): Promise<Response> {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const response = await apiFetch(`/executions/${executionId}/artifacts/${encoded}`);
  if (!response.ok) throw problemOf(response, await response.json().catch(() => undefined));
  return response;
}

/** Reads as much of an artifact as can be shown. @throws {ApiProblem} */
export async function readArtifact(executionId: string, path: string): Promise<ArtifactContent> {
  const response = await openArtifact(executionId, path);
  const type = imageTypes[extensionOf(path)];
  if (type !== undefined) {
    const { bytes, isCut } = await firstBytes(response, maxImage);
    // A picture that the browser cannot decode is shown like any other file.
    const image = isCut ? undefined : await createImageBitmap(new Blob([bytes], { type })).catch(() => undefined);
    return image === undefined ? { kind: 'other' } : { kind: 'image', image };
  }
  const { bytes, isCut } = await firstBytes(response, maxText);
  return bytes.includes(0) ? { kind: 'other' } : { kind: 'text', text: textOf(path, bytes, isCut), isCut };
}

/** JSON is indented, as long as it is complete and valid. */
function textOf(path: string, bytes: Uint8Array, isCut: boolean): string {
  const text = new TextDecoder().decode(bytes, { stream: isCut });
  if (extensionOf(path) !== 'json' || isCut) return text;
  try {
    return writeJson(readJson(text), 2);
  } catch {
    return text;
  }
}

async function firstBytes(
  response: Response,
  limit: number,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly isCut: boolean }> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (
    let part = await reader?.read();
    part !== undefined && !part.done && size <= limit;
    part = await reader?.read()
  ) {
    parts.push(part.value);
    size += part.value.length;
  }
  if (size > limit) await reader?.cancel();
  const all = new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()); // of a response, never shared memory
  return { bytes: all.slice(0, limit), isCut: size > limit };
}

function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}
