import { fieldOfText, type FieldValue } from './field-value.ts';
import type { FormInput } from './form-input.ts';
import type { FormValues } from './form-values.ts';
import { inputParams, paramPrefix as prefix } from './input-params.ts';

/** Longer addresses fail in some proxies. */
const maxLength = 8_000;

export interface LinkedValues {
  readonly values: FormValues;
  /** Ids of unknown inputs, and of those that a link must not carry: secrets and files. */
  readonly rejected: readonly string[];
}

/** What a link such as `?inputs.robot=7` fills in. */
export function linkedValues(inputs: readonly FormInput[], search: Readonly<Record<string, unknown>>): LinkedValues {
  const byId = new Map(inputs.map((input) => [input.id, input]));
  const values = new Map<string, FieldValue>();
  const rejected: string[] = [];
  for (const [name, value] of Object.entries(inputParams(search))) {
    const input = byId.get(name.slice(prefix.length));
    if (input === undefined || !isLinkable(input)) rejected.push(name.slice(prefix.length));
    else if (Array.isArray(value) && input.type === 'MULTISELECT') values.set(input.id, { kind: 'list', items: value });
    else values.set(input.id, fieldOfText(input, String(Array.isArray(value) ? value.at(-1) : value)));
  }
  return { values, rejected };
}

/** The parameters of a link that fills the form with these values; undefined if they are too long for an address. */
export function linkTo(inputs: readonly FormInput[], values: FormValues): string | undefined {
  const params = new URLSearchParams({ tab: 'run' });
  for (const input of inputs.filter(isLinkable)) {
    const field = values.get(input.id);
    if (field?.kind === 'text') params.append(prefix + input.id, field.text);
    if (field?.kind === 'list') params.append(prefix + input.id, JSON.stringify(field.items));
  }
  const text = params.toString();
  return text.length > maxLength ? undefined : `?${text}`;
}

function isLinkable({ type }: FormInput): boolean {
  return type !== 'SECRET' && type !== 'FILE';
}
