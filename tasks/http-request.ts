import {
  defineTask,
  groovyText,
  parseTemplate,
  placeholderArguments,
  quoteShort,
  relativePathProblems,
  requestTexts,
  shellNumber,
  shellWord,
  urlProblem,
  type Problem,
  type ReferenceText,
  type RequestTexts,
} from '../src/language/task-types/task-contract.ts';

interface HttpProperties {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly outputPath?: string;
  readonly expectedStatus?: number | ReferenceText | readonly (number | ReferenceText)[];
}

const statusSchema = { type: 'integer', minimum: 100, maximum: 599 } as const;

export const task = defineTask<HttpProperties>({
  type: 'core.http.Request',
  aliases: ['core.http.Download'],
  title: 'Call an HTTP service',
  description: `Sends a request from the worker, with curl, and prints the answer. Fails on HTTP 4xx and 5xx, or on every status that
\`expectedStatus\` does not name. With \`outputSchema\` the fields come from the JSON object in the answer. \`core.http.Download\`
is the same with a required \`outputPath\`.

A value is data wherever its reference stands: percent-encoded in the path and the query of the URL, taken whole at its
start, host or host:port as its host; escaped inside a string of a JSON body, and outside one the JSON text of its declared
type (\`null\` without a value); rejected in a header when it holds a line break. A body is JSON when its Content-Type says
so, or when it has none and is a JSON object or list (it is then sent as \`application/json\`); in any other body the
value's bytes are put as they are. With its values, no part of the path may be \`.\` or \`..\`, and neither the URL nor a header
may have more than 100,000 bytes. Redirects are followed, but not between http and https, and not when a 3xx is expected.`,
  properties: {
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
        description: 'Headers: name to value.',
      },
      body: { type: 'string', 'x-language': 'json', description: 'The body: JSON or any other text.' },
      outputPath: {
        type: 'string',
        minLength: 1,
        description: 'Keeps the answer as this file, relative to the workspace.',
      },
      expectedStatus: {
        oneOf: [statusSchema, { type: 'array', minItems: 1, items: statusSchema }],
        'x-expected': 'a status such as 201, or a list of statuses',
        description: 'The one status, or the statuses, with which the task succeeds.',
      },
    },
  },
  check: ({ type, properties }) => [
    ...(type.endsWith('.Download') && properties.outputPath === undefined
      ? [
          {
            code: 'missing-property',
            message: '"outputPath" is required and missing: it names the file that is downloaded.',
            path: [],
            at: 'first-key',
          } as const,
        ]
      : []),
    ...urlProblems(properties.url),
    ...Object.entries(properties.headers ?? {}).flatMap(([name, value]) => headerProblems(name, value)),
    ...(properties.method === 'HEAD' && properties.body !== undefined
      ? [{ code: 'conflicting-properties', message: 'A HEAD request has no body.', path: ['body'], at: 'key' } as const]
      : []),
    ...relativePathProblems(properties.outputPath, ['outputPath']),
  ],
  view({ properties, outputSchema }, context) {
    const texts = requestTexts(properties, (reference) => context.typeOf(reference));
    return {
      script: groovyText(shellScript(properties, texts)),
      url: groovyText(texts.url.text),
      headers: texts.headers && groovyText(texts.headers.text),
      body: texts.body && groovyText(texts.body.text),
      returns: Object.keys(outputSchema).length > 0,
    };
  },
  examples: [
    {
      title: 'A plain request',
      yaml: '- {id: ping, type: dev.vendor.plugin.core.http.Request, url: "https://status.example/ping"}\n',
    },
    {
      title: 'A JSON body with values, a secret in a header, and a field of the answer',
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
      title: 'A download',
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
      title: 'Only http and https',
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
        message: `${JSON.stringify(name)} is not the name of a header; letters, digits and - are allowed.`,
        path,
        at: 'key',
      },
    ];
  }
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  if (!/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value)) return [];
  return [
    {
      code: 'invalid-value',
      message: `The header ${name} holds a line break or another control character, which a header cannot carry.`,
      path,
    },
  ];
}

/** The task's steps in shell; what they mean is in the support file. */
function shellScript({ method = 'GET', outputPath, expectedStatus = [] }: HttpProperties, texts: RequestTexts): string {
  const expected = [expectedStatus].flat();
  const fills = (['url', 'headers', 'body'] as const).flatMap((file) => {
    const words = texts[file] === undefined ? [] : placeholderArguments(texts[file]);
    return words.length === 0 ? [] : [['fill', file, ...words].join(' ')];
  });
  return [
    '. "$FLOWGATE_TASK_DIR/http.sh"',
    ...fills,
    ...(expected.length === 0 ? [] : [['expect', ...expected.map((status) => shellNumber(status))].join(' ')]),
    `send ${method}`,
    'check_status',
    outputPath === undefined ? 'print_response' : `save_response ${shellWord(outputPath)}`,
    '',
  ].join('\n');
}
