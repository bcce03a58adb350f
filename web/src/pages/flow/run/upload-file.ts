import type { ResponseBody } from '../../../../../src/faces/api-client/operation-types.ts';
import { ApiProblem, problemOf } from '../../../api/api-problem.ts';
import { apiUrl } from '../../../api/base-path.ts';
import { renewSession } from '../../../api/client.ts';
import { sessionHeaders } from '../../../api/session.ts';

export interface UploadOptions {
  readonly namespace: string;
  readonly flowId: string;
  readonly revision: number | undefined;
  /** The approval to whose form it belongs. */
  readonly task?: string | undefined;
  readonly inputId: string;
  readonly file: File;
  readonly onProgress: (sentBytes: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Uploads a file, and returns the reference that is the value of the input. If the session has ended, it waits until
 * the session is renewed. @throws {ApiProblem}
 */
export async function uploadFile(options: UploadOptions): Promise<string> {
  try {
    return await sendFile(options);
  } catch (error) {
    const hasEnded = error instanceof ApiProblem && error.status === 401;
    if (!hasEnded || !(await renewSession({ reason: error.message, isChange: true }))) throw error;
    return sendFile(options);
  }
}

/** `fetch` does not report progress. */
async function sendFile(options: UploadOptions): Promise<string> {
  const { namespace, flowId, revision, task, inputId, file, onProgress, signal } = options;
  const form = new FormData();
  form.append(inputId, file, file.name);
  const query = new URLSearchParams({
    ...(revision !== undefined && { revision: String(revision) }),
    ...(task !== undefined && { task }),
  }).toString();
  const headers = await sessionHeaders();
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(
      'POST',
      apiUrl(`/flows/${encodeURIComponent(namespace)}/${encodeURIComponent(flowId)}/files${query && `?${query}`}`),
    );
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => {
      const { status, statusText } = request;
      // A response with status 201 has this form.
      const stored = status === 201 ? (parsed(request) as ResponseBody<'uploadFiles'> | undefined) : undefined;
      const reference = stored?.files[0]?.reference;
      if (reference !== undefined) return resolve(reference);
      const response = new Response(null, { status: Math.max(status, 200), statusText });
      return reject(problemOf(response, parsed(request)));
    });
    request.addEventListener('error', () => reject(connectionLost()));
    signal.addEventListener('abort', () => request.abort());
    request.addEventListener('abort', () => reject(signal.reason as unknown));
    request.send(form);
  });
}

function parsed({ responseText }: XMLHttpRequest): unknown {
  try {
    return JSON.parse(responseText);
  } catch {
    return undefined;
  }
}

function connectionLost(): ApiProblem {
  const detail = 'The connection was lost before the file was stored.';
  return new ApiProblem({ status: 0, code: '', title: 'Upload interrupted', detail });
}
