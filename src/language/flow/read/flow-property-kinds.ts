import { describeValue, enumerate, quoteShort } from '../../../base/problem/describe-value.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/text/json-value.ts';
import { contentKinds } from '../../document/content-kind.ts';
import { property, text, type PropertyOptions, type TextOptions } from '../../document/property-kinds.ts';
import type { PropertyReader } from '../../document/property-reader.ts';
import type { Property } from '../../document/section.ts';
import { parseCondition } from '../../expressions/parse-condition.ts';
import { parseTemplate } from '../../expressions/parse-template.ts';
import type { Template } from '../../expressions/template.ts';
import { isInputTypeName, type InputTypeName } from '../../input-types/input-types.ts';
import { maxDuration, parseDuration, type Duration } from '../duration.ts';
import type { ConditionText } from '../flow.ts';
import { addInside } from '../relative-problems.ts';

export interface DurationOptions extends PropertyOptions {
  /** Shown as the default; the section that has the property fills it in. */
  readonly default?: Duration;
}

/** A duration longer than zero and at most `maxDuration`; anything else is an `invalid-duration`. */
export function duration({ default: fallback, ...options }: DurationOptions): Property<Duration | undefined> {
  const schema = {
    type: 'string',
    pattern: '^(?=.*[1-9])(\\d+(\\.\\d+)?h)?(\\d+(\\.\\d+)?m)?(\\d+(\\.\\d+)?s)?$',
    examples: ['90s', '15m', '1h30m'],
    ...(fallback && { default: fallback.text }),
  };
  return property(options, { type: '[duration](flows.md#durations)', schema }, readDuration);
}

function readDuration(reader: PropertyReader, key: string): Duration | undefined {
  const value = reader.value(key);
  if (value === undefined) return undefined;
  const problem = durationProblem(value);
  if (problem === undefined) return parseDuration(String(value));
  reader.report('invalid-duration', key, `${quoteShort(key)} ${problem}`);
  return undefined;
}

/** The problem with a duration, as a clause after the name of its property. */
export function durationProblem(value: JsonValue): string | undefined {
  const read = typeof value === 'string' ? parseDuration(value) : undefined;
  return read === undefined ? notADuration(value) : boundProblem(read);
}

function notADuration(value: JsonValue): string {
  const hint = typeof value === 'number' ? ` Did you mean "${value}s"?` : '';
  return `must be a duration such as 90s, 15m or 1h30m (numbers with the units s, m and h); found ${describeValue(value)}.${hint}`;
}

function boundProblem({ seconds, text: written }: Duration): string | undefined {
  if (seconds <= 0) return `must be longer than zero; found ${quoteShort(written)}.`;
  if (seconds > maxDuration.seconds) return `must be at most ${maxDuration.text}; found ${quoteShort(written)}.`;
  return undefined;
}

/** A string with references, as it is written and as a parsed template. */
export function template(options: TextOptions): Property<TemplateText | undefined> {
  const declared = text(options);
  return {
    ...declared,
    read(reader, key) {
      const written = declared.read(reader, key);
      if (written === undefined) return undefined;
      const read = parseTemplate(written);
      addInside(reader.problems, reader.pathOf(key), read.problems);
      return { text: written, template: read.template };
    },
  };
}

export interface TemplateText {
  readonly text: string;
  readonly template: Template;
}

const conditionSchema: JsonObject = { type: 'string', minLength: 1, contentMediaType: contentKinds.condition };

/** A condition; undefined if it is missing or invalid. */
export function condition(options: PropertyOptions): Property<ConditionText | undefined> {
  const kind = { type: '[condition](expressions.md#conditions)', schema: conditionSchema };
  return property(options, kind, (reader, key) => {
    const written = reader.text(key);
    if (written === undefined) return undefined;
    const read = parseCondition(written);
    addInside(reader.problems, reader.pathOf(key), read.problems);
    return read.condition && { text: written, condition: read.condition };
  });
}

// The characters of labels and of Jenkins' label expressions: `linux && !arm64`.
const labelSyntax = /^[\w.@:/+ \-()!&|<>"]{1,200}$/;
const labelSchema: JsonObject = { type: 'string', pattern: labelSyntax.source };

/** A Jenkins label or label expression, as a string or as `{key: label}`. */
export function workerGroup(options: PropertyOptions): Property<string | undefined> {
  const schema = {
    anyOf: [
      labelSchema,
      {
        type: 'object',
        properties: { key: { ...labelSchema, description: 'The label.' } },
        required: ['key'],
        additionalProperties: false,
      },
    ],
  };
  return property(options, { type: 'string', schema }, (reader, key) => {
    if (!isJsonObject(reader.value(key))) return readLabel(reader, key);
    const group = reader.mapAt(key);
    const label = group === undefined || group.isMissing('key') ? undefined : readLabel(group, 'key');
    group?.reportUnknown(new Set(['key']));
    return label;
  });
}

function readLabel(reader: PropertyReader, key: string): string | undefined {
  const label = reader.text(key);
  if (label === undefined || (labelSyntax.test(label) && label.trim() !== '')) return label;
  const message = `The worker group ${quoteShort(label)} must be a Jenkins label such as linux, or labels joined by && and ||.`;
  reader.report('invalid-value', key, message);
  return undefined;
}

export interface ValueTypeOptions extends PropertyOptions {
  readonly names: readonly InputTypeName[];
  /** The message for an existing type that is not allowed. */
  readonly whenOther?: (type: InputTypeName) => string;
}

/** The type of a flow output or of a field that a task returns. Returns an existing type even if it is not allowed. */
export function valueType({ names, whenOther, ...options }: ValueTypeOptions): Property<InputTypeName | undefined> {
  const kind = { type: '[input type](inputs.md#types)', schema: { type: 'string', enum: [...names] } };
  return property({ ...options, required: true }, kind, (reader, key) => {
    const name = reader.filledText(key);
    if (name === undefined) return undefined;
    if (!isInputTypeName(name)) {
      const advice = reader.reading.suggestions.for(name, names);
      const message = `Unknown type ${quoteShort(name)}; allowed: ${enumerate(names)}.${advice}`;
      reader.report('unknown-input-type', key, message);
      return undefined;
    }
    if (whenOther !== undefined && !names.includes(name)) reader.report('invalid-value', key, whenOther(name));
    return name;
  });
}
