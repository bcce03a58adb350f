import {
  defineTask,
  formOfType,
  map,
  parseTemplate,
  placeholderArguments,
  program,
  quoteShort,
  relativePathProblems,
  setsDeferred,
  shellCode,
  shellLiteral,
  shellNumber,
  shellWord,
  text,
  type Problem,
  type SchemaValue,
  type Task,
} from '../src/language/task-types/task-contract.ts';
import { requestTexts, urlProblem, type RequestTexts } from './support/request-texts.ts';

const statusSchema = { type: 'integer', minimum: 100, maximum: 599 } as const;

const httpProperties = {
  type: 'object',
  required: ['url'],
  properties: {
    url: { type: 'string', minLength: 1, 'x-language': 'url', description: 'An http or https URL.' },
    method: {
      enum: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'],
      default: 'GET',
      description: 'The method.',
    },
    headers: {
      type: 'object',
      additionalProperties: { type: 'string', 'x-language': 'header' },
      description: 'A map of header names to values.',
    },
    body: { type: 'string', 'x-language': 'json', description: 'The body, as JSON or any other text.' },
    outputPath: {
      type: 'string',
      minLength: 1,
      description: 'The file to save the response to, relative to the workspace.',
    },
    expectedStatus: {
      oneOf: [statusSchema, { type: 'array', minItems: 1, items: statusSchema }],
      'x-expected': 'a status such as 201, or a list of statuses',
      description: 'The status, or the list of statuses, with which the task succeeds.',
    },
  },
} as const;

type HttpProperties = SchemaValue<typeof httpProperties>;

export const task = defineTask({
  type: 'core.http.Request',
  aliases: ['core.http.Download'],
  title: 'Call an HTTP service',
  description: `Sends a request from the agent, with curl, and prints the response. The task fails on HTTP 4xx and 5xx, or on every status that
\`expectedStatus\` does not list. With \`outputSchema\`, the fields come from the JSON object in the response. A field with \`from\` comes
from another part: \`status\`, \`body\` (also a list, or text without its last line break) or a header, such as \`headers.etag\`.
The charset in the Content-Type of the response applies.
\`core.http.Download\` is the same, with a required \`outputPath\`.

A reference is always data:

- In the path and the query of the URL, the value is percent-encoded. At the start of the URL, it is used unchanged. As the host,
  it must be a host or host:port.
- In a JSON body, inside a string, the value is escaped. Outside a string, it becomes JSON of its declared type, and \`null\` without
  a value.
- In any other body, the value is inserted unchanged.
- In a header, a value with a line break is rejected.

A body is JSON if its Content-Type is. A body without Content-Type that is a JSON object or list is sent as
\`application/json\`.

With values inserted, the path must not contain a \`.\` or \`..\` segment, and neither the URL nor a header may exceed 100,000
bytes. Redirects are followed, except between http and https, and except if you expect a 3xx status.`,
  properties: httpProperties,
  check: ({ type, properties }) => [
    ...(type.endsWith('.Download') && properties.outputPath === undefined
      ? [
          {
            code: 'missing-property',
            message: '"outputPath" is required: the file to save the download to.',
            path: [],
            at: 'first-key',
          } as const,
        ]
      : []),
    ...urlProblems(properties.url),
    ...Object.entries(properties.headers ?? {}).flatMap(([name, value]) => headerProblems(name, value)),
    ...(properties.method === 'HEAD' && properties.body !== undefined
      ? [
          {
            code: 'conflicting-properties',
            message: 'A HEAD request cannot have a body.',
            path: ['body'],
            at: 'key',
          } as const,
        ]
      : []),
    ...relativePathProblems(properties.outputPath, ['outputPath']),
  ],
  outputSources: {
    status: 'The HTTP status.',
    body: 'The whole body: as JSON for a field of the type JSON or MULTISELECT, else as text.',
    'headers.<name>': 'A header of the response; several of one name are joined with commas.',
  },
  local: 'script',
  view({ properties, outputSchema, outputSources }, context) {
    const texts = requestTexts(properties, (reference) => context.typeOf(reference));
    const returned = returnedFields(outputSchema, outputSources);
    return {
      script: shellCode(shellScript(properties, texts, returned)),
      files: map({
        'http.sh': program('http-request.support.sh'),
        'fields.sh': returned?.words.length ? program('http-request.fields.support.sh') : undefined,
        url: text(texts.url.text),
        headers: texts.headers && text(texts.headers.text),
        body: texts.body && text(texts.body.text),
      }),
      // The name decides how messages speak of the fields.
      returns: text('response'),
      setsDeferred: setsDeferred(context),
    };
  },
  examples: [
    {
      title: 'Send a request',
      yaml: '- {id: ping, type: dev.vendor.plugin.core.http.Request, url: "https://status.example/ping"}\n',
    },
    {
      title: 'Send JSON with a secret in a header, and return a field of the response',
      yaml: `id: open-ticket
namespace: examples
description: Opens a ticket.
inputs:
  - {id: title, type: STRING}
  - {id: priority, type: INT, defaults: 3}
  - {id: api-token, type: SECRET}
tasks:
  - id: ticket
    type: dev.vendor.plugin.core.http.Request
    url: https://tickets.example/api/tickets
    method: POST
    headers:
      Authorization: Bearer {{ inputs.api-token }}
    body: |
      {"title": "New: {{ inputs.title }}", "priority": {{ inputs.priority }}}
    expectedStatus: 201
    outputSchema:
      key: {type: STRING}
`,
    },
    {
      title: 'Return the status, a header and the whole body',
      yaml: `- id: list
  type: dev.vendor.plugin.core.http.Request
  url: https://tickets.example/api/tickets
  outputSchema:
    code: {type: INT, from: status}
    etag: {type: STRING, from: headers.etag}
    tickets: {type: JSON, from: body}
`,
    },
    {
      title: 'A response has no other parts',
      yaml: `- id: lost
  type: dev.vendor.plugin.core.http.Request
  url: https://tickets.example/api/tickets
  outputSchema: {log: {type: STRING, from: stdout}}
`,
      problems: ['invalid-value'],
    },
    {
      title: 'Download a file',
      yaml: `- id: model
  type: dev.vendor.plugin.core.http.Download
  url: https://models.example/latest.onnx
  outputPath: models/latest.onnx
`,
    },
    {
      title: 'A download needs a path',
      yaml: '- {id: lost, type: dev.vendor.plugin.core.http.Download, url: "https://models.example/a"}\n',
      problems: ['missing-property'],
    },
    {
      title: 'Only http and https are allowed',
      yaml: '- {id: local, type: dev.vendor.plugin.core.http.Request, url: "file:///etc/hosts"}\n',
      problems: ['invalid-value'],
    },
  ],
});

function urlProblems(url: string): Problem[] {
  const problem = urlProblem(parseTemplate(url).template);
  return problem === undefined
    ? []
    : [{ code: 'invalid-value', message: `The URL ${problem}; found ${quoteShort(url)}.`, path: ['url'] }];
}

function headerProblems(name: string, value: string): Problem[] {
  const path = ['headers', name];
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
    return [
      {
        code: 'invalid-value',
        message: `${JSON.stringify(name)} is not a valid header name; it must consist of letters, digits and "-".`,
        path,
        at: 'key',
      },
    ];
  }
  // eslint-disable-next-line no-control-regex -- the pattern must match control characters
  if (!/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value)) return [];
  return [
    {
      code: 'invalid-value',
      message: `The header ${name} contains a line break or another control character, which headers cannot contain.`,
      path,
    },
  ];
}

interface ReturnedFields {
  readonly hasHeaders: boolean;
  /** `FIELD=FORM:SOURCE`, for the fields with `from`. */
  readonly words: readonly string[];
}

/** Undefined for a task that returns nothing. */
function returnedFields(types: Task['outputSchema'], sources: Task['outputSources'] = {}): ReturnedFields | undefined {
  if (Object.keys(types).length === 0) return undefined;
  const entries = Object.entries(sources);
  return {
    hasHeaders: entries.some(([, source]) => source.startsWith('headers.')),
    words: entries.map(([field, source]) =>
      shellLiteral(`${field}=${formOfType(types[field])}:${source.toLowerCase()}`),
    ),
  };
}

/** The task's steps in shell, which the support file defines. */
function shellScript(
  { method = 'GET', outputPath, expectedStatus = [] }: HttpProperties,
  texts: RequestTexts,
  returned: ReturnedFields | undefined,
): string {
  const expected = [expectedStatus].flat();
  const fills = (['url', 'headers', 'body'] as const).flatMap((file) => {
    const words = texts[file] === undefined ? [] : placeholderArguments(texts[file]);
    return words.length === 0 ? [] : [['fill', file, ...words].join(' ')];
  });
  return [
    '. "$FLOWGATE_TASK_DIR/http.sh"',
    ...(returned?.words.length ? ['. "$FLOWGATE_TASK_DIR/fields.sh"'] : []),
    ...fills,
    ...(expected.length === 0 ? [] : [['expect', ...expected.map((status) => shellNumber(status))].join(' ')]),
    ...(returned?.hasHeaders ? ['keep_headers'] : []),
    `send ${method}`,
    'check_status',
    outputPath === undefined ? 'print_response' : `save_response ${shellWord(outputPath)}`,
    ...(returned === undefined ? [] : [['return_response', ...returned.words].join(' ')]),
    '',
  ].join('\n');
}
