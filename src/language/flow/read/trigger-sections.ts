import { enumerate, quoteShort } from '../../../base/problem/describe-value.ts';
import type { JsonObject, JsonValue } from '../../../base/text/json-value.ts';
import { contentKinds } from '../../document/content-kind.ts';
import { taskIdRule } from '../../document/id-rule.ts';
import { anyMap, boolean, id, property, text, type PropertyOptions } from '../../document/property-kinds.ts';
import type { PropertyReader } from '../../document/property-reader.ts';
import {
  propertySchemas,
  requiredNames,
  section,
  sectionSchema,
  type Property,
  type Section,
} from '../../document/section.ts';
import { schemaForTypes } from '../../inputs/input-definition-schema.ts';
import { triggerTypes, type TriggerType } from '../flow.ts';
import { cronProblem } from './cron.ts';

/** The sections of triggers; `read-triggers.ts` reads what depends on the inputs of the flow. */

const scalars: JsonObject[] = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }];

/** A value that is read once the type of its field is known. */
const filterValue = (options: PropertyOptions): Property<JsonValue | undefined> =>
  property(
    options,
    {
      type: 'string, number, boolean, or list of these',
      schema: { anyOf: [...scalars, { type: 'array', items: { anyOf: scalars }, minItems: 1 }] },
    },
    (reader, key) => reader.value(key),
  );

/** A condition of the form `{type: filter, field, value}`. */
export const filterSection = section('A condition on one field.', {
  type: {
    ...text({
      required: true,
      filled: true,
      description: 'The field must equal the value, or one of its items.',
    }),
    type: '`filter`',
    schema: { const: 'filter', description: 'The field must equal the value, or one of its items.' },
  },
  field: text({
    required: true,
    filled: true,
    keywords: { contentMediaType: contentKinds.condition },
    description: 'What to compare: a field of the body of a webhook call, or an input.',
  }),
  value: filterValue({ required: true, description: 'A value, or a list of values.' }),
});

/** The items as written: how to read them depends on the types of the inputs. */
const conditions = (filter: Section, options: PropertyOptions): Property<readonly JsonValue[] | undefined> =>
  property(
    options,
    {
      type: 'list of [conditions](triggers.md#conditions)',
      schema: {
        type: 'array',
        items: { oneOf: [{ type: 'string', contentMediaType: contentKinds.condition }, sectionSchema(filter)] },
      },
    },
    (reader, key) => reader.list(key),
  );

const cron: Property<string | undefined> = {
  type: 'string',
  required: false,
  schema: {
    type: 'string',
    pattern: '^(@[a-z]+|\\s*\\S+(\\s+\\S+){4}\\s*)$',
    description: 'Minute, hour, day of month, month and day of week, or a shorthand such as @daily.',
    examples: ['0 6 * * 1-5', '@daily'],
  },
  details:
    'With `*`, lists, ranges, steps and names (`mon`, `jan`). Without it, the schedule never fires (warning [`trigger-never-fires`](problems.md#trigger-never-fires)).',
  read: readCron,
};

function readCron(reader: PropertyReader, key: string): string | undefined {
  if (reader.value(key) === undefined) {
    const message = `The schedule never fires, because it has no "${key}". Write when to start the flow as minute, hour, day of the month, month and day of the week: ${key}: "0 3 * * *" starts it every day at 03:00.`;
    if (reader.names.includes(key)) reader.report('trigger-never-fires', key, message, { at: 'key' });
    else reader.problems.push({ code: 'trigger-never-fires', message, path: reader.path, at: 'first-key' });
    return undefined;
  }
  const given = reader.filledText(key);
  const problem = given === undefined ? undefined : cronProblem(given);
  if (problem !== undefined)
    reader.report('invalid-cron', key, `The schedule ${quoteShort(given ?? '')} is invalid: ${problem}.`);
  return given;
}

const timeZone = (options: PropertyOptions): Property<string | undefined> =>
  property(
    options,
    {
      type: 'string',
      schema: { type: 'string', pattern: timeZoneSyntax.source, examples: ['Europe/Berlin'] },
    },
    (reader, key) => {
      const name = reader.text(key);
      if (name !== undefined && !isTimeZone(name)) {
        const message = `Unknown time zone ${quoteShort(name)}; write a name such as Europe/Berlin or UTC.`;
        reader.report('invalid-value', key, message);
      }
      return name;
    },
  );

const timeZoneSyntax = /^[A-Za-z][\w+/-]*$/;

/** A name of the time zone database. Offsets are rejected, because not every engine knows them. */
function isTimeZone(name: string): boolean {
  if (!timeZoneSyntax.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const starters: Readonly<Record<TriggerType, string>> = {
  schedule: 'The clock.',
  webhook: 'A call from another system.',
};

const triggerType = property(
  { required: true, description: 'What starts the flow.' },
  {
    type: triggerTypes.map((name) => `\`${name}\``).join(', '),
    schema: { type: 'string', oneOf: triggerTypes.map((name) => ({ const: name, description: starters[name] })) },
  },
  (reader, key) => {
    const type = reader.filledText(key);
    const known = triggerTypes.find((name) => name === type);
    if (type !== undefined && known === undefined) {
      // Other products write the type with a package, as in `example.trigger.Schedule`.
      const advice = reader.reading.suggestions.for(type.slice(type.lastIndexOf('.') + 1), triggerTypes);
      const message = `Unknown trigger type ${quoteShort(type)}; allowed: ${enumerate(triggerTypes)}.${advice}`;
      reader.report('invalid-value', key, message);
    }
    return known;
  },
);

/** The properties of every trigger; its type has the others. */
export const triggerSection = section('Starts the flow automatically.', {
  id: id(taskIdRule, { description: 'Unique among the triggers of the flow.' }),
  type: triggerType,
  inputs: anyMap({
    description: 'A map of input ids to values.',
    keywords: { propertyNames: { contentMediaType: contentKinds.inputId } },
  }),
  disabled: boolean(false, { description: 'A disabled trigger does not start the flow.' }),
});

/** The triggers by type. */
export const triggerSections = {
  schedule: section(starters.schedule, {
    ...triggerSection.properties,
    conditions: conditions(filterSection, {
      description: 'Must all be true for a tick to start the flow; they can refer to inputs.',
    }),
    cron,
    timezone: timeZone({ description: 'A name such as Europe/Berlin.', details: 'Default: `UTC`.' }),
  }),
  webhook: section(starters.webhook, {
    ...triggerSection.properties,
    conditions: conditions(filterSection, {
      description:
        'Must all be true for a call to start the flow; they can refer to trigger.body, trigger.headers and inputs.',
    }),
  }),
} satisfies Readonly<Record<TriggerType, Section>>;

/** The JSON Schema of a trigger: the common properties and those of its type. */
export const triggerSchema: JsonObject = {
  type: 'object',
  description: triggerSection.description,
  properties: propertySchemas(triggerSection.properties),
  required: requiredNames(triggerSection.properties),
  allOf: triggerTypes.map((name) => {
    const { properties } = triggerSections[name];
    return schemaForTypes([name], {
      properties: { ...propertySchemas(properties), type: {} },
      required: requiredNames(properties),
      additionalProperties: false,
    });
  }),
};
