import type { Schema } from '../../../../../src/api-client/operation-types.ts';
import type { InputTypeName } from '../../../../../src/language/input-types/input-types.ts';
import type { JsonValue } from '../../../../../src/text/json-value.ts';

/** An input in the form: a property of the JSON Schema of a flow's inputs (docs/reference/inputs.md). */
export interface FormInput {
  readonly id: string;
  readonly type: InputTypeName;
  readonly title: string;
  readonly description?: string;
  /** Whether a value is required while the input is visible. */
  readonly isRequired: boolean;
  /** Never of a SECRET. */
  readonly default?: JsonValue;
  /** What the author suggests; never of a SECRET. */
  readonly prefill?: JsonValue;
  readonly condition?: InputCondition;
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** The choices of an ENUM or a MULTISELECT. */
  readonly values: readonly string[];
  /** In bytes. */
  readonly maxSize?: number;
  /** Without the dot. */
  readonly allowedExtensions?: readonly string[];
}

export interface InputCondition {
  readonly inputs: readonly string[];
  readonly text: string;
}

/** The keywords of a property that the form reads; those of a JSON input also hold the author's own schema. */
interface InputProperty {
  readonly 'x-input-type': InputTypeName;
  readonly title: string;
  readonly description?: string;
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
  readonly enum?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly 'x-max-size'?: number;
  readonly 'x-allowed-extensions'?: readonly string[];
  readonly 'x-depends-on'?: {
    readonly inputs: readonly string[];
    readonly condition: string;
    readonly required: boolean;
  };
}

/** The inputs of a flow, in their order. */
export function formInputs({ properties, required }: Schema<'InputSchema'>): readonly FormInput[] {
  return Object.entries(properties).map(([id, property]) =>
    // The gateway writes the properties; docs/reference/inputs.md describes them.
    formInput(id, property as unknown as InputProperty, required.includes(id)),
  );
}

function formInput(id: string, property: InputProperty, isRequired: boolean): FormInput {
  const { 'x-input-type': type, title, description, default: defaults, examples, 'x-depends-on': dependsOn } = property;
  return {
    id,
    type,
    title,
    description,
    isRequired: isRequired || dependsOn?.required === true,
    default: defaults,
    // A form cannot upload the URL that is the suggestion of a FILE.
    prefill: type === 'FILE' ? undefined : examples?.[0],
    condition: dependsOn && { inputs: dependsOn.inputs, text: dependsOn.condition },
    values: [],
    ...constraints(property),
  };
}

function constraints(property: InputProperty): Partial<FormInput> {
  switch (property['x-input-type']) {
    case 'INT':
    case 'FLOAT':
      return { min: property.minimum, max: property.maximum };
    case 'STRING':
      return { minLength: property.minLength, maxLength: property.maxLength, pattern: property.pattern };
    case 'ENUM':
      return { values: property.enum ?? [] };
    case 'MULTISELECT':
      return { values: property.items?.enum ?? [] };
    case 'FILE':
      return { maxSize: property['x-max-size'], allowedExtensions: property['x-allowed-extensions'] };
    default:
      return {};
  }
}
