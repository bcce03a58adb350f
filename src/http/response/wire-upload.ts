import type { InputUpload } from '../../services/executions/file-service.ts';

/** An upload as openapi.yaml declares it. */
export function uploadOnWire({ inputId, reference, filename, size, sha256, expiresAt }: InputUpload) {
  return { input_id: inputId, reference, filename, size, sha256, expiresAt };
}
