import { pipeline } from 'node:stream/promises';
import { AppError } from '../../problem/app-error.ts';
import { maskText } from '../../masking/mask-text.ts';
import type { Services } from '../../services/services.ts';
import type { InputUpload } from '../../services/executions/file-service.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers, OperationRequest, OperationResponse } from '../operation.ts';
import { FormViolations } from '../request/form-violations.ts';
import { readForm } from '../request/read-form.ts';
import { flowKey } from '../request/request-values.ts';
import { rejectedInputs, uploadOnWire } from '../response/wire-inputs.ts';

/** Files on their way to builds. @param limits `bodyBytes`: of the texts in a form */
export function fileHandlers(
  { files, executionFiles }: Pick<Services, 'files' | 'executionFiles'>,
  limits: { readonly bodyBytes: number },
) {
  /** When it returns, the room that was too much is given back: the next request finds it. */
  async function takeUploads(
    request: OperationRequest<'uploadFiles'>,
    response: OperationResponse<'uploadFiles'>,
  ): Promise<readonly InputUpload[]> {
    const intake = await files.intake(flowKey(request), callerOf(response), request.query.revision);
    const violations = new FormViolations();
    try {
      const parts = {
        file: async (name: string, filename: string, content: Parameters<typeof intake.take>[2]) =>
          violations.note(await intake.take(name, filename, content)),
        text: (inputId: string) =>
          violations.note({
            inputId,
            message: 'Value must be a file: a part of the form with a filename',
            providedValue: maskText,
          }),
      };
      await readForm(request, response, parts, { textBytes: limits.bodyBytes });
      if (violations.found.length > 0) throw rejectedInputs(violations.found);
      if (intake.received.size === 0)
        throw new AppError(
          'empty-body',
          'The form has no file; send each as a part with a filename, named by the id of its input.',
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
      response
        .attachment(filename)
        .type('application/octet-stream')
        .set({ 'Content-Length': String(size), 'Cache-Control': 'no-store' });
      await pipeline(stream, response).catch(ignoreLeaving);
    },
  } satisfies Partial<OperationHandlers>;
}

/** A worker may go away in the middle of a file: its build was stopped. */
function ignoreLeaving(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}
