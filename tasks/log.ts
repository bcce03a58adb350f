import { defineTask, messageLines, message as messagePiece } from '../src/language/task-types/task-contract.ts';
import { secretInLog, secretProblems, withoutSecrets } from './support/secret-texts.ts';

export const task = defineTask({
  type: 'core.log.Log',
  aliases: ['core.log.Echo'],
  title: 'Log a message',
  description: `Prints a message to the log of the build. If the message is a list, each item is a line.`,
  properties: {
    required: ['message'],
    properties: {
      message: {
        oneOf: [{ type: 'string' }, { type: 'array', minItems: 1, items: { type: 'string' } }],
        description: 'The message, or a list of messages.',
      },
    },
  },
  warnings: { 'secret-in-log': secretInLog },
  check({ properties: { message } }, context) {
    if (typeof message === 'string') return secretProblems(message, ['message'], context);
    return message.flatMap((line, index) => secretProblems(line, ['message', index], context));
  },
  fromJenkins: { message: ({ text }) => ({ message: text }) },
  local: 'message',
  view({ properties: { message }, outputSchema }, context) {
    const shown = (text: string): string => withoutSecrets(text, context);
    return {
      message: typeof message === 'string' ? messagePiece(shown(message)) : messageLines(message.map(shown)),
      hasOutputs: Object.keys(outputSchema).length > 0,
    };
  },
  examples: [
    {
      title: 'Report what was done',
      yaml: `id: tell
namespace: examples
description: Reports which branch was built.
inputs:
  - {id: branch, type: STRING, defaults: main}
tasks:
  - id: done
    type: dev.vendor.plugin.core.log.Log
    message: Built {{ inputs.branch }}
`,
    },
    {
      title: 'Print several lines',
      yaml: `- id: lines
  type: dev.vendor.plugin.core.log.Echo
  message:
    - Everything is built.
    - It cost $5.
`,
    },
    {
      title: 'Do not print secrets, even though they are masked',
      yaml: `id: leak
namespace: examples
description: Prints a secret.
inputs:
  - {id: api-token, type: SECRET}
tasks:
  - id: show
    type: dev.vendor.plugin.core.log.Log
    message: The token is {{ inputs.api-token }}
`,
      problems: ['secret-in-log'],
    },
    {
      title: 'A variable that contains a secret is a secret too',
      yaml: `id: leaky-header
namespace: examples
description: Prints a header.
inputs:
  - {id: api-token, type: SECRET}
variables:
  AUTHORIZATION: Bearer {{ inputs.api-token }}
tasks:
  - id: show
    type: dev.vendor.plugin.core.log.Log
    message: Sent {{ variables.AUTHORIZATION }}
`,
      problems: ['secret-in-log'],
    },
  ],
});
