import { enumerate, quoteShort } from '../../base/problem/describe-value.ts';
import type { Problem, SourceText } from '../../base/problem/problem.ts';
import type { JsonObject } from '../../base/text/json-value.ts';
import { didYouMean } from '../../base/text/nearest-word.ts';
import { inputIdRule, readId } from '../document/id-rule.ts';
import { PropertyReader } from '../document/property-reader.ts';
import { Suggestions } from '../document/suggestions.ts';
import type { InputBounds } from '../input-types/input-type.ts';
import {
  inputTypeNames,
  inputTypes,
  isInputTypeName,
  typeOfForeignName,
  type InputTypeName,
} from '../input-types/input-types.ts';
import { defaultPatternLength } from '../safe-patterns/default-limits.ts';
import { SchemaAllowance } from '../safe-patterns/schema-cost.ts';
import { unlimitedTime } from '../safe-patterns/time-budget.ts';
import type { Input, InputOf } from './input.ts';
import { neverVisible, readDependsOn } from './read-depends-on.ts';
import { readSuggestedValue } from './read-suggested-value.ts';

const commonNames = ['id', 'type', 'description', 'display_name', 'required', 'defaults', 'prefill', 'depends_on'];

/**
 * Reads an item of a flow's `inputs` (docs/reference/inputs.md). Rules for several inputs (unique ids, names in the
 * environment, what a condition may refer to) are checked elsewhere.
 * @param sourceText of a path relative to the input
 * @returns the input as far as it can be read, undefined without an id or a known type; paths of the problems are
 * relative to the input
 */
export function readInput(
  raw: JsonObject,
  sourceText: SourceText,
  bounds: InputBounds = {
    budget: unlimitedTime(),
    patternLength: defaultPatternLength,
    schemas: new SchemaAllowance(),
  },
): { readonly input?: Input; readonly problems: readonly Problem[] } {
  const properties = new PropertyReader(
    { map: raw, path: [] },
    { sourceText, suggestions: new Suggestions(), problems: [] },
  );
  const id = readId(properties, 'id', inputIdRule);
  const type = readType(properties);
  reportUnknown(properties, type);
  const common = readCommon(properties);
  if (type === undefined) return { problems: properties.problems };

  const constraints = inputTypes[type].readConstraints(properties, bounds);
  // The constraints belong to `type`, but TypeScript cannot follow this through the union.
  const draft = { id: id ?? '', type, ...common, constraints } as InputOf<InputTypeName> as Input;
  const prefill = readSuggestedValue(properties, 'prefill', draft, bounds.budget);
  const defaults = readSuggestedValue(properties, 'defaults', draft, bounds.budget);
  const input: Input = {
    ...draft,
    ...(defaults !== undefined && { defaults }),
    ...(prefill !== undefined && { prefill }),
  };
  if (input.defaults !== undefined && neverVisible(input)) {
    properties.report(
      'default-never-used',
      'defaults',
      'The condition of depends_on is never true, so the default never takes effect.',
    );
  }
  return { ...(id !== undefined && { input }), problems: properties.problems };
}

function readType(properties: PropertyReader): InputTypeName | undefined {
  const type = properties.isMissing('type') ? undefined : properties.text('type');
  if (type === undefined || isInputTypeName(type)) return type;
  const advice = foreignAdvice(type) || didYouMean(type, inputTypeNames);
  const message = `Unknown input type ${quoteShort(type)}; allowed: ${enumerate(inputTypeNames)}.${advice}`;
  properties.report('unknown-input-type', 'type', message);
  return undefined;
}

function foreignAdvice(name: string): string {
  const meant = typeOfForeignName(name);
  return meant === undefined ? '' : ` Did you mean ${JSON.stringify(meant)}?`;
}

/** The names that each type allows: the common ones and its own constraints. */
const namesOfTypes = new Map(
  inputTypeNames.map((name) => [
    name,
    new Set([...commonNames, ...Object.keys(inputTypes[name].definition.constraints)]),
  ]),
);
const namesOfAnyType = new Set([...namesOfTypes.values()].flatMap((names) => [...names]));

function readCommon(properties: PropertyReader): Pick<Input, 'description' | 'displayName' | 'required' | 'dependsOn'> {
  const description = properties.text('description');
  const displayName = properties.text('display_name');
  const dependsOn = readDependsOn(properties);
  return {
    ...(description !== undefined && { description }),
    ...(displayName !== undefined && { displayName }),
    required: properties.boolean('required') ?? true,
    ...(dependsOn !== undefined && { dependsOn }),
  };
}

/** Without a known type, the constraints of all types are accepted. */
function reportUnknown(properties: PropertyReader, type: InputTypeName | undefined): void {
  const known = type === undefined ? namesOfAnyType : namesOfTypes.get(type);
  properties.reportUnknown(known ?? namesOfAnyType, (name) => {
    const owners = inputTypeNames.filter((candidate) => namesOfTypes.get(candidate)?.has(name));
    return owners.length > 0 ? `${name} is a constraint of ${enumerate(owners)}, not of ${type}.` : undefined;
  });
}
