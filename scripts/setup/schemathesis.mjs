import { join } from 'node:path';
import { ensurePythonEnvironment } from './python-environment.mjs';

/** The schemathesis program, with the exact versions of `test/hard/schemathesis.txt`. */
export function ensureSchemathesis() {
  return join(ensurePythonEnvironment('schemathesis', 'test/hard/schemathesis.txt'), 'bin', 'schemathesis');
}
