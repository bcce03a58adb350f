import { enumerate, quoteShort } from '../../../base/problem/describe-value.ts';
import type { JsonObject } from '../../../base/text/json-value.ts';
import { nested, property, type PropertyOptions } from '../../document/property-kinds.ts';
import { PropertyReader, type PlacedText } from '../../document/property-reader.ts';
import { section, sectionSchema, type Property } from '../../document/section.ts';
import {
  isCommitHash,
  isReceiverName,
  isRepositoryName,
  notifyWords,
  receiverNamePattern,
  type CommitStatus,
  type NotifyRule,
  type NotifyWord,
} from '../notify.ts';
import { duration, template, type TemplateText } from './flow-property-kinds.ts';

const maxRules = 20;

const wordsSchema: JsonObject = { type: 'array', minItems: 1, items: { type: 'string', enum: notifyWords } };

const receiverSchema: JsonObject = { type: 'string', pattern: receiverNamePattern, examples: ['slack:web'] };

export const notifySection = section('Whom to notify of what.', {
  on: property(
    {
      required: true,
      description:
        'Final states of an execution; RECOVERED for the first success after a failure of the flow; LATE for an execution that has not ended after some time; WAITING for one that waits for a person or a signal.',
    },
    { type: `list of ${notifyWords.map((name) => `\`${name}\``).join(', ')}`, schema: wordsSchema },
    readWords,
  ),
  after: duration({
    description: 'Only for LATE, and required there: the time since the execution was created.',
    details: 'The execution goes on; `timeout` ends it.',
  }),
  to: property(
    { required: true, description: 'The name of a receiver, or a list of names.' },
    {
      type: '[receiver](../how-to/send-notifications.md) or list of receivers',
      schema: { anyOf: [receiverSchema, { type: 'array', minItems: 1, items: receiverSchema }] },
    },
    readReceivers,
  ),
});

function readWords(reader: PropertyReader, key: string): readonly NotifyWord[] | undefined {
  const texts = reader.texts(key);
  if (texts?.length === 0 && reader.list(key)?.length === 0)
    reader.report('empty-list', key, `"${key}" must have at least one item; allowed: ${enumerate(notifyWords)}.`);
  return texts?.flatMap(({ text, index }) => {
    const known = notifyWords.find((candidate) => candidate === text);
    if (known !== undefined) return [known];
    const advice = reader.reading.suggestions.for(text.toUpperCase(), notifyWords);
    const message = `${quoteShort(text)} is nothing to notify of; allowed: ${enumerate(notifyWords)}.${advice}`;
    reader.report('invalid-value', key, message, { below: [index] });
    return [];
  });
}

function readReceivers(reader: PropertyReader, key: string): readonly string[] | undefined {
  const isList = Array.isArray(reader.value(key));
  const texts = isList ? reader.texts(key) : oneText(reader, key);
  if (isList && reader.list(key)?.length === 0)
    reader.report('empty-list', key, `"${key}" must have at least one item, such as slack:web.`);
  return texts?.flatMap(({ text, index }) => {
    if (isReceiverName(text)) return [text];
    // A URL can contain a token and is not repeated.
    const isUrl = /^https?:/i.test(text);
    const found = isUrl ? 'A URL' : quoteShort(text);
    const advice = isUrl
      ? ' The operator of Flowgate declares receivers with their URLs.'
      : ' It starts with slack:, teams:, mail: or url:.';
    const message = `${found} is not the name of a receiver, such as slack:web or mail:oncall.${advice}`;
    reader.report('invalid-value', key, message, isList ? { below: [index] } : {});
    return [];
  });
}

function oneText(reader: PropertyReader, key: string): readonly PlacedText[] | undefined {
  const text = reader.text(key);
  return text === undefined ? undefined : [{ text, index: 0 }];
}

/** The `notify` of a flow or of the defaults of namespaces. An empty list is a value: it notifies nobody. */
export function notify(options: PropertyOptions): Property<readonly NotifyRule[] | undefined> {
  const kind = {
    type: 'list of [notifications](flows.md#notify)',
    schema: { type: 'array', maxItems: maxRules, items: sectionSchema(notifySection) },
  };
  return property(options, kind, (reader, key) => {
    const given = reader.list(key);
    if (given === undefined) return undefined;
    if (given.length > maxRules)
      reader.report('invalid-value', key, `"${key}" has ${given.length} items; the maximum is ${maxRules}.`);
    return reader
      .entries(key)
      .maps(maxRules)
      .flatMap((placed) => readRule(new PropertyReader(placed, reader.reading)) ?? []);
  });
}

function readRule(reader: PropertyReader): NotifyRule | undefined {
  const { on, after, to } = notifySection.read(reader);
  if (on === undefined || to === undefined) return undefined;
  const isLate = on.includes('LATE');
  if (isLate && reader.value('after') === undefined)
    reader.report('missing-property', 'on', 'LATE needs "after", such as after: 30m.', { at: 'key' });
  if (!isLate && after !== undefined)
    reader.report('conflicting-properties', 'after', '"after" is only for LATE, which "on" does not list.', {
      at: 'key',
    });
  return { on, ...(after !== undefined && { after }), to };
}

export const commitStatusSection = section('The commit that shows the state of each execution.', {
  repository: template({
    required: true,
    filled: true,
    description: 'The repository as `owner/name`; it can refer to inputs.',
  }),
  sha: template({
    required: true,
    filled: true,
    description: 'The full hash of the commit; it can refer to inputs.',
  }),
});

/** The `commit_status` of a flow. */
export function commitStatus(options: PropertyOptions): Property<CommitStatus | undefined> {
  const declared = nested(commitStatusSection, options, ({ repository, sha }, reader) => {
    if (repository === undefined || sha === undefined) return undefined;
    const name = constantOf(repository);
    if (name !== undefined && !isRepositoryName(name))
      reader.report('invalid-value', 'repository', `${quoteShort(name)} is not a repository, such as acme/shop.`);
    const hash = constantOf(sha);
    if (hash !== undefined && !isCommitHash(hash))
      reader.report(
        'invalid-value',
        'sha',
        `${quoteShort(hash)} is not the full hash of a commit: 40 or 64 digits from 0 to 9 and a to f.`,
      );
    return { repository: repository.template, sha: sha.template };
  });
  return { ...declared, type: '[commit status](flows.md#commit-status)' };
}

/** The text of a template without references. */
function constantOf({ text, template: parts }: TemplateText): string | undefined {
  return parts.some(({ kind }) => kind === 'reference') ? undefined : text;
}
