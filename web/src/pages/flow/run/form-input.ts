import type { JsonValue } from '../../../../../src/base/text/json-value.ts';
import type { Schema } from '../../../../../src/faces/api-client/operation-types.ts';
import type { InputTypeName } from '../../../../../src/language/input-types/input-types.ts';

/** What a form shows of an input. */
interface ShownInput {
  readonly title: string;
  readonly description?: string;
  /** Never of a SECRET. */
  readonly default?: JsonValue;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/**
 * A property of the JSON Schema of a flow's inputs (docs/reference/inputs.md): the keywords that the form reads. Those
 * of a JSON input also hold the author's own schema, so only the types that have a keyword may use it.
 */
interface InputProperty extends ShownInput {
  readonly 'x-input-type': InputTypeName;
  readonly examples?: readonly JsonValue[];
  readonly enum?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
  readonly minimum?: number;
  readonly maximum?: number;
  readonly 'x-max-size'?: number;
  readonly 'x-allowed-extensions'?: readonly string[];
  readonly 'x-depends-on'?: InputCondition & { readonly required: boolean };
}

interface InputCondition {
  readonly inputs: readonly string[];
  readonly condition: string;
}

/** An input in the form. */
export interface FormInput extends ShownInput {
  readonly id: string;
  readonly type: InputTypeName;
  /** Whether a value is required while the input is visible. */
  readonly isRequired: boolean;
  /** What the author suggests; never of a SECRET. */
  readonly prefill?: JsonValue;
  /**
   * The default of a SECRET, where it is known: a reference such as `vault:web/deploy#token`, or `****` for a plain
   * one.
   */
  readonly secretDefault?: string;
  readonly condition?: InputCondition;
  readonly min?: number;
  readonly max?: number;
  /** The choices of an ENUM or a MULTISELECT. */
  readonly values: readonly string[];
  /** In bytes. */
  readonly maxSize?: number;
  /** Without the dot. */
  readonly allowedExtensions?: readonly string[];
}

/** The inputs of a flow, in their order. */
export function formInputs({ properties, required }: Schema<'InputSchema'>): readonly FormInput[] {
  // The gateway writes the properties.
  return Object.entries(properties as unknown as Readonly<Record<string, InputProperty>>).map(([id, property]) => {
    const { 'x-input-type': type, 'x-depends-on': condition, examples, items, ...shown } = property;
    return {
      ...shown,
      id,
      type,
      isRequired: required.includes(id) || condition?.required === true,
      // A form cannot upload the URL that is the suggestion of a FILE.
      prefill: type === 'FILE' ? undefined : examples?.[0],
      condition,
      min: property.minimum,
      max: property.maximum,
      values: property.enum ?? items?.enum ?? [],
      maxSize: property['x-max-size'],
      allowedExtensions: property['x-allowed-extensions'],
    };
  });
}
