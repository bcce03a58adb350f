import type { InputViolation } from '../../language/inputs/validate-inputs.ts';
import { AppError } from '../../problem/app-error.ts';
import type { JsonValue } from '../../problem/json-value.ts';
import type { InputUpload } from '../../services/executions/file-service.ts';

/** A type and no interface, so that it is a JSON object too. */
export type WireViolation = { readonly input_id: string; readonly message: string; readonly provided_value: JsonValue };

/** What is wrong with a value, as openapi.yaml declares it. */
export function violationOnWire({ inputId, message, providedValue }: InputViolation): WireViolation {
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

export interface WireUpload extends Pick<InputUpload, 'reference' | 'filename' | 'size' | 'sha256' | 'expiresAt'> {
  readonly input_id: string;
}

/** An upload as openapi.yaml declares it. */
export function uploadOnWire({ inputId, reference, filename, size, sha256, expiresAt }: InputUpload): WireUpload {
  return { input_id: inputId, reference, filename, size, sha256, expiresAt };
}
