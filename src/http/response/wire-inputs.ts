import type { Schema } from '../../contract/operation-types.ts';
import type { InputViolation } from '../../language/inputs/validate-inputs.ts';
import { AppError } from '../../problem/app-error.ts';
import type { InputUpload } from '../../services/executions/file-service.ts';

/** What is wrong with a value, as openapi.yaml declares it. */
export function violationOnWire({
  inputId,
  message,
  providedValue,
}: InputViolation): Schema<'InputValidation'>['errors'][number] {
  return { input_id: inputId, message, provided_value: providedValue };
}

/** Rejects values, with what validate-inputs would answer among its members. */
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

/** An upload as openapi.yaml declares it. */
export function uploadOnWire({ inputId, reference, filename, size, sha256, expiresAt }: InputUpload): Schema<'Upload'> {
  return { input_id: inputId, reference, filename, size, sha256, expiresAt };
}
