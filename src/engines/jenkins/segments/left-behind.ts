import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/text/json-value.ts';
import {
  maxCarriedFiles,
  type Carried,
  type CarriedFile,
  type CarriedText,
} from '../../../language/execution-plan/segment.ts';
import { waitTexts, type WaitTexts } from '../../../language/flow/wait.ts';
import type { BuildReference } from '../../../lifecycle/execution-phases.ts';
import { AntPattern } from '../../../store/executions/artifacts/ant-pattern.ts';
import { filePatterns } from '../../../store/executions/artifacts/file-patterns.ts';
import type { Artifact } from '../client/jenkins-gateway.ts';

/** The artifact in which a build leaves what another one needs; `templates/runtime/segments.groovy` writes it. */
export const segmentPath = '.flowgate/segment.json';

/** Its content. */
export interface LeftBehind extends Pick<Carried, 'outputs' | 'items'> {
  /** The patterns of the output files, by the task of `tasks`. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  /**
   * What a build leaves whose execution waits: the texts of the task, and the milliseconds that the execution has run.
   */
  readonly texts: WaitTexts;
  readonly elapsed: number;
}

/** @returns undefined for anything that no build writes */
export function readLeftBehind(value: JsonValue): LeftBehind | undefined {
  if (!isJsonObject(value)) return undefined;
  const { outputs = {}, files = {}, items, texts = {}, elapsed = 0 } = value;
  if (!isMap(outputs, (fields) => isMap(fields, isText)) || !isMap(files, isList) || !isMap(texts, isString))
    return undefined;
  if (items !== undefined && !(isJsonObject(items) && isString(items.task) && isMap(items.done, isTextMap)))
    return undefined;
  if (typeof elapsed !== 'number') return undefined;
  return {
    outputs: outputs as unknown as LeftBehind['outputs'], // checked above, as the others
    files: files as LeftBehind['files'],
    ...(items !== undefined && { items: items as unknown as NonNullable<LeftBehind['items']> }),
    texts: Object.fromEntries(waitTexts.flatMap((name) => (name in texts ? [[name, texts[name] as string]] : []))),
    elapsed,
  };
}

function isMap(value: JsonValue | undefined, isValue: (value: JsonValue) => boolean): value is JsonObject {
  return value !== undefined && isJsonObject(value) && Object.values(value).every(isValue);
}

const isTextMap = (value: JsonValue): boolean => isMap(value, isText);
const isString = (value: JsonValue | undefined): boolean => typeof value === 'string';
const isList = (value: JsonValue): boolean => Array.isArray(value) && value.every(isString);

function isText(value: JsonValue): boolean {
  return isString(value) || (Array.isArray(value) && value.every((piece) => isString(piece) || isPlace(piece)));
}

function isPlace(value: JsonValue): boolean {
  return isJsonObject(value) && isString(value.secret) && typeof value.part === 'number';
}

/** What the next build gets, from this build and those before. */
export function carriedOn(
  left: LeftBehind,
  { before, artifacts, execution, build }: CarryPlace,
): Carried | 'too many files' {
  const own = carriedFiles(left, artifacts, execution, build);
  const replaced = new Set(own.map(({ path }) => path));
  const files = [...(before?.files ?? []).filter(({ path }) => !replaced.has(path)), ...own];
  if (files.length > maxCarriedFiles) return 'too many files';
  const items = left.items ?? before?.items;
  return { outputs: left.outputs, files, ...(items !== undefined && { items }) };
}

export interface CarryPlace {
  /** What this build got. */
  readonly before: Carried | undefined;
  /** The artifacts of this build. */
  readonly artifacts: readonly Artifact[];
  readonly execution: string;
  readonly build: Pick<BuildReference, 'number'>;
}

function carriedFiles(
  { files }: LeftBehind,
  artifacts: readonly Artifact[],
  execution: string,
  { number }: Pick<BuildReference, 'number'>,
): readonly CarriedFile[] {
  const patterns = Object.entries(files).map(
    ([task, texts]) => [task, texts.flatMap(filePatterns).map((text) => new AntPattern(text))] as const,
  );
  return artifacts.flatMap(({ path }) => {
    if (path.startsWith('.flowgate/')) return [];
    // The last task that kept it.
    const task = patterns.findLast(([, all]) => all.some((pattern) => pattern.matches(path.split('/'))))?.[0];
    return task === undefined ? [] : [{ path, task, execution, build: number }];
  });
}

/** Whether a text of what is carried contains one of these strings. */
export function containsAny(
  { outputs, items }: Pick<Carried, 'outputs' | 'items'>,
  strings: readonly string[],
): boolean {
  const texts = [...Object.values(outputs), ...Object.values(items?.done ?? {})].flatMap((fields) =>
    Object.values(fields),
  );
  const pieces = texts.flatMap((text: CarriedText) => (typeof text === 'string' ? [text] : text));
  return pieces.some((piece) => typeof piece === 'string' && strings.some((each) => piece.includes(each)));
}
