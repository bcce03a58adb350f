import type { InputUpload } from '../../../abilities/files/file-service.ts';
import type { Services } from '../../../abilities/open-abilities.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers, OperationRequest, OperationResponse } from '../operation.ts';
import { FormViolations } from '../request/form-violations.ts';
import { readForm } from '../request/read-form.ts';
import { flowKey } from '../request/request-values.ts';
import { sendStream } from '../response/send-stream.ts';
import { rejectedInputs, uploadOnWire } from '../response/wire-inputs.ts';

/** Uploads, and their download by builds. @param limits `bodyBytes` limits the fields of a form */
export function fileHandlers(
  { files, executionFiles, keptFiles }: Pick<Services, 'files' | 'executionFiles' | 'keptFiles'>,
  limits: { readonly bodyBytes: number },
) {
  /** When it returns, space that was reserved but not used is available to the next request. */
  async function takeUploads(
    request: OperationRequest<'uploadFiles'>,
    response: OperationResponse<'uploadFiles'>,
  ): Promise<readonly InputUpload[]> {
    const intake = await files.intake(flowKey(request), callerOf(response), request.query);
    const violations = new FormViolations();
    try {
      const parts = {
        file: async (name: string, filename: string, content: Parameters<typeof intake.take>[2]) =>
          violations.note(await intake.take(name, filename, content)),
        text: (inputId: string, text: string) =>
          violations.note({
            inputId,
            message: 'Value must be a file: a form part with a filename',
            providedValue: intake.secrets.shown(inputId, text),
          }),
      };
      await readForm(request, response, parts, { textBytes: limits.bodyBytes });
      if (violations.found.length > 0) throw rejectedInputs(violations.found);
      if (intake.received.size === 0)
        throw new AppError(
          'empty-body',
          'The form contains no file; send each file as a part with a filename, named after its input.',
        );
      return await files.keep(intake, callerOf(response));
    } finally {
      await intake.discard();
    }
  }

  return {
    uploadFiles: async (request, response) => {
      const uploads = await takeUploads(request, response);
      response.status(201).json({ files: uploads.map(uploadOnWire) });
    },

    downloadFile: async (request, response) => {
      const { execution_id: executionId, input_id: inputId, token } = request.params;
      const { stream, size, filename } = await executionFiles.open(executionId, inputId, token);
      response.attachment(filename).type('application/octet-stream').set('Content-Length', String(size));
      await sendStream(stream, response).catch(ignoreDisconnect);
    },

    downloadKeptFiles: async (request, response) => {
      const { execution_id: executionId, token } = request.params;
      const gone = new AbortController();
      response.on('close', () => gone.abort());
      const stream = await keptFiles.open(executionId, token, gone.signal);
      response.type('application/x-tar');
      await sendStream(stream, response).catch(ignoreDisconnect);
    },
  } satisfies Partial<OperationHandlers>;
}

/** An agent disconnects in the middle of a download when its build is stopped. */
function ignoreDisconnect(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}
