import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CompletionItem, DocumentSymbol, Hover, Location, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { EditorSession } from './editor-session.ts';

const flow = `id: greet
namespace: examples
description: "😀 says {"
inputs:
  - {id: user-name, type: STRING, display_name: Your name}
tasks:
  - id: greet
    type: dev.vendor.plugin.core.log.Log
    run_if: inputs.user-name != ''
    message: "😀 {{ inputs.user-name }}"
`;

let editor: EditorSession;
beforeEach(async () => {
  editor = new EditorSession();
  await editor.initialize();
});
afterEach(() => void editor.child.kill('SIGKILL'));

test('a session from the first mistake to the end', async () => {
  await editor.open(flow.replace('message: "', 'mesage: "'));
  expect(await editor.diagnostics()).toEqual([
    expect.objectContaining({ code: 'missing-property', severity: 1, source: 'flowgate' }),
    expect.objectContaining({
      code: 'unknown-property',
      range: { start: { line: 9, character: 4 }, end: { line: 9, character: 10 } },
      codeDescription: { href: expect.stringMatching(/^file:.*\/docs\/reference\/problems\.md#unknown-property$/) },
    }),
  ]);

  await editor.change(flow);
  expect(await editor.diagnostics()).toEqual([]);

  const hover = await editor.ask<Hover>('textDocument/hover', '{{ inputs.us');
  expect(hover).toMatchObject({
    contents: { kind: 'markdown', value: 'Input `user-name`: `STRING`\n\nYour name' },
    range: { start: { line: 9, character: 27 } },
  });

  const place = await editor.ask<Location>('textDocument/definition', '{{ inputs.us');
  expect(place).toEqual({
    uri: editor.uri,
    range: { start: { line: 4, character: 9 }, end: { line: 4, character: 18 } },
  });

  const uses = await editor.ask<Location[]>('textDocument/references', '{id: us', {
    context: { includeDeclaration: true },
  });
  expect(uses.map(({ range }) => range.start.line)).toEqual([4, 8, 9]);

  const renaming = await editor.ask<WorkspaceEdit>('textDocument/rename', '{id: us', { newName: 'who' });
  const renamed = editor.edited(renaming.changes?.[editor.uri] ?? []);
  expect(renamed).toBe(flow.replaceAll('user-name', 'who'));
  await editor.change(renamed);
  expect(await editor.diagnostics()).toEqual([]);

  expect(await editor.shutDown()).toBe(0);
  // The first command after a change of the sources builds the program.
  expect(editor.stderr.replaceAll(/^flowgate: (?:compiling|building the console)\n/gm, '')).toBe('');
});

test('edits arrive as they are made; positions count UTF-16 code units, after any line break', async () => {
  await editor.open(flow.replace('message: "', 'message: "😀 ').replaceAll('\n', '\r\n'));
  expect(await editor.diagnostics()).toEqual([]);
  await editor.replace('message: "😀', 'message: "😀😀');
  expect(await editor.diagnostics()).toEqual([]);
  expect(await editor.ask<Hover>('textDocument/hover', '{{ inputs.us')).toMatchObject({
    range: { start: { line: 9, character: 32 } },
  });
  await editor.replace('message', 'mesage');
  expect((await editor.diagnostics()).map(({ code }) => code)).toEqual(['missing-property', 'unknown-property']);
});

test('a position outside the text is that of its nearest end', async () => {
  await editor.open(flow);
  const hover = (line: number, character: number) =>
    editor.connection.sendRequest('textDocument/hover', {
      textDocument: { uri: editor.uri },
      position: { line, character },
    });
  expect(await hover(999, 0)).toBeNull();
  expect(await hover(0, 999)).toEqual(await hover(0, flow.indexOf('\n')));
});

test('a file with tests of flows gets no help', async () => {
  const tests = new EditorSession('file:///flows/a.test.yaml');
  try {
    await tests.initialize();
    await tests.open(flow.replace('message: "', 'mesage: "'));
    await tests.replace('mesage', 'masage');
    expect(await tests.ask('textDocument/hover', '{id: us')).toBeNull();
    expect(await tests.ask('textDocument/documentSymbol', flow.slice(0, 1))).toBeNull();
    expect(await tests.shutDown()).toBe(0);
    expect(tests.published).toEqual([]);
  } finally {
    tests.child.kill('SIGKILL');
  }
});

test('completion in an unfinished document', async () => {
  await editor.open(`${flow}  - id: more\n    type: dev.vendor.plugin.core.log.Log\n    message: "{{ inputs.`);
  const found = await editor.ask<CompletionItem[]>('textDocument/completion', 'message: "{{ inputs.');
  expect(found).toEqual([
    expect.objectContaining({
      label: 'user-name',
      detail: 'STRING',
      textEdit: expect.objectContaining({ newText: 'user-name }}' }),
    }),
  ]);
});

test('snippets have places to fill in', async () => {
  await editor.open(`${flow}  - `);
  const found = await editor.ask<CompletionItem[]>('textDocument/completion', `${flow}  - `);
  expect(found.find(({ label }) => label === 'Call an HTTP service')).toMatchObject({
    insertTextFormat: 2,
    textEdit: {
      newText: 'id: ${1:}\n    type: dev.vendor.plugin.core.http.Request\n    url: ${2:"https://status.example/ping"}',
    },
  });
});

test('symbols are the inputs, variables and tasks', async () => {
  await editor.open(flow);
  const found = await editor.ask<DocumentSymbol[]>('textDocument/documentSymbol', flow);
  expect(found.map(({ name }) => name)).toEqual(['user-name', 'greet']);
});

test('help inside a block', async () => {
  const text = `${flow}  - id: each
    type: dev.vendor.plugin.core.flow.ForEach
    values: [a, b]
    tasks:
      - id: tell
        type: dev.vendor.plugin.core.log.Log
        message: "{{ items.each }}"
`;
  await editor.open(text);
  const symbols = await editor.ask<DocumentSymbol[]>('textDocument/documentSymbol', text);
  expect(symbols.map(({ name, detail }) => `${name}: ${detail}`)).toEqual([
    'user-name: input',
    'greet: task',
    'each: task',
    'tell: task in each',
  ]);
  const found = await editor.ask<CompletionItem[]>('textDocument/completion', 'message: "{{ items.');
  expect(found.map(({ label }) => label)).toEqual(['each']);
  const renamed = await editor.ask<WorkspaceEdit>('textDocument/rename', '{{ items.ea', { newName: 'host' });
  expect(Object.values(renamed.changes ?? {}).flat()).toHaveLength(2);
});

test('a rename that cannot be done is an error with the reason', async () => {
  await editor.open(flow);
  await expect(editor.ask('textDocument/rename', '{id: us', { newName: 'a b' })).rejects.toThrow(
    '"a b" is not a valid name of an input',
  );
  expect(await editor.ask('textDocument/prepareRename', 'namesp')).toBeNull();
});

test('an editor that leaves without shutting down ends the server with 1', async () => {
  editor.child.stdin?.end();
  expect(await editor.end).toBe(1);
});
