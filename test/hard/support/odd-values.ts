import type { JsonValue } from '../../../src/problem/json-value.ts';

/** Values that a property of a flow rarely has. */
export const oddValues: readonly JsonValue[] = [
  null, true, false, '', 0, -1, 1.5, 1e308, 9007199254740992, [], {}, [[]], [null], { a: 1 }, { __proto__: null },
  ' ', 'yes', 'null', '1', '1e3', '0x10', '2026-02-30', '2026-01-01T00:00:00Z', '1d', '-5s', '99999999999d', 'PT', '@daily', '* * * * *', '0 0 31 2 *',
  'é', '\u{1f600}', '\u0000', '\u0007', '\ud800', '\u2028', '\ufeff', 'a\nb\r\nc', "'''", '"""', '\\', '\\u0041', '$', '${x}', '$(id)', '`id`', '/*', '*/', '//',
  '../..', '/etc/passwd', 'a/../b', '*', '**', '[', '(a+)+$', '^(?=a)', '\\p{L}', 'x'.repeat(5_000),
  '{{', '}}', '{{}}', '{{ }}', '{{ inputs }}', '{{ inputs.nope }}', '{{ inputs.user_name }}', '{{ task_outputs.a.b }}', '{{ 1 + }}', '{{ inputs.user_name == 1 and }}', '{{ {{ }} }}', '{{ constructor }}', '{{ inputs.__proto__ }}',
  '__proto__', 'constructor', 'toString', 'dev.vendor.plugin.core.shell.Shell', 'dev.vendor.plugin.core.flow.Subflow', 'dev.vendor.plugin.core.log.Log', 'dev.vendor.plugin.nope.Nope', 'STRING', 'INT', 'JSON', 'FILE',
  { type: 'object', properties: { a: { $ref: '#' } } }, { $async: true, type: 'string' }, { $ref: '#/__proto__' }, { $ref: 'https://example.invalid/' }, { pattern: '(a+)+$' }, { not: {} }, { type: 'nope' },
];

/** Names that a property of a flow rarely has. */
export const oddNames: readonly string[] = [
  '', ' ', '__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', '<<', '0', 'a.b', 'a b', 'é', '$ref', '~0', '/', 'id', 'type', 'namespace', 'tasks', 'inputs', 'script', 'commands', 'run_if', 'defaults', 'required', 'schema', 'pattern', 'retry', 'timeout', 'values', 'depends_on', 'X'.repeat(300),
];

/** Pieces that mean something in YAML, in JSON, in an expression or in Groovy. */
export const oddPieces: readonly string[] = [
  '\n', '\t', ' ', '  ', ':', ': ', '- ', '-', '---\n', '...\n', '#', '&a ', '*a', '!!', '!!binary ', '!!set ', '!x ', '|', '|\n', '>', '>-\n', '{', '}', '[', ']', ',', '"', "'", '%', '@', '`', '?', '? ', '<<: *a', '~', '\\', '\r', '\u0000', '\ufeff', '\u0085', '\u2028', '\ud800', '{{', '}}', '{{ inputs.', '$', '${', "'''", '"""', '0', 'e', 'null', '.inf', '.nan', '0o7', '1_000', 'true',
];
