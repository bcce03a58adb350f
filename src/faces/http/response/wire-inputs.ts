import type { InputUpload } from '../../../abilities/files/file-service.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import type { InputNotice } from '../../../language/inputs/input-notice.ts';
import type { InputViolation } from '../../../language/inputs/validate-inputs.ts';
import type { Schema } from '../../api-client/operation-types.ts';

/** A violation as declared in openapi.yaml. */
export function violationOnWire({
  inputId,
  message,
  providedValue,
}: InputViolation): Schema<'InputValidation'>['errors'][number] {
  return { input_id: inputId, message, provided_value: providedValue };
}

/** The field `notices` of a response, which is absent without notices. */
export function noticesOnWire(notices: readonly InputNotice[] = []): { notices?: Schema<'InputNotice'>[] } {
  return notices.length === 0
    ? {}
    : { notices: notices.map(({ inputId, message }) => ({ input_id: inputId, message })) };
}

/** Rejects values, with the same `errors` as validate-inputs. */
export function rejectedInputs(violations: readonly InputViolation[]): AppError {
  const detail = violations
    .slice(0, 3)
    .map(({ inputId, message }) => `${inputId}: ${message}`)
    .join('; ');
  return new AppError(
    'inputs-invalid',
    violations.length > 3 ? `${detail}; and ${violations.length - 3} more` : detail,
    { valid: false, errors: violations.map(violationOnWire) },
  );
}

/** An upload as declared in openapi.yaml. */
export function uploadOnWire({ inputId, reference, filename, size, sha256, expiresAt }: InputUpload): Schema<'Upload'> {
  return { input_id: inputId, reference, filename, size, sha256, expiresAt };
}
