import { inputVariable } from '../expressions/reference.ts';
import { defaultFileName, tellsExtension } from '../input-types/default-url.ts';
import type { FileInput } from '../inputs/input.ts';
import { safeFileName } from '../inputs/safe-file-name.ts';

/** The folder of input files in a workspace. */
export const inputFilesFolder = '.flowgate/files';

/** The default of a file input, which the machine that runs the tasks downloads. */
export interface DefaultFile {
  readonly filename: string;
  /** Relative to the workspace; files of called flows are in their own folders. */
  readonly path: string;
  /** In bytes. */
  readonly maxSize?: number;
  /** The extensions that the name may have, if the URL does not tell. */
  readonly extensions?: readonly string[];
}

/**
 * @param url the default
 * @param number of the flow in its plan
 */
export function defaultFile({ id, constraints }: FileInput, url: string, number: number): DefaultFile {
  const filename = defaultFileName(url);
  const { maxSize, allowedExtensions } = constraints;
  return {
    filename,
    path: inputFilePath(id, filename, number),
    ...(maxSize !== undefined && { maxSize: Math.floor(maxSize) }),
    ...(allowedExtensions !== undefined && !tellsExtension(url) && { extensions: allowedExtensions }),
  };
}

/**
 * Where the file of an input is in a workspace.
 * @param number of the flow in its plan
 */
export function inputFilePath(inputId: string, filename: string, number: number): string {
  const folder = number === 1 ? inputVariable(inputId) : `${number}/${inputVariable(inputId)}`;
  return `${inputFilesFolder}/${folder}/${safeFileName(filename)}`;
}
