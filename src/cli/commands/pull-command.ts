import { defineCommand } from '../declaration/command-declaration.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

export const pullCommand = defineCommand({
  summary: 'download flows from a server to files',
  description: `
Writes each flow to the file NAMESPACE/ID.yaml (.json for JSON) in a folder, byte for byte as it was sent. Without
arguments, pulls every flow that you may read.

A file .flowgate-seen.json in the folder notes the revision of each flow. Files with changes that you have not applied are
kept.`,
  arguments: {
    FLOW: {
      summary: 'a flow, as NAMESPACE/ID, or a namespace',
      optional: true,
      repeated: true,
      completion: 'flow',
    },
  },
  options: {
    output: { value: 'FOLDER', short: 'o', summary: 'the folder to write to', default: 'flows', completion: 'folder' },
    force: { summary: 'overwrite changed files' },
    ...gatewayOptions,
  },
  exit: {
    1: 'a changed file was kept, or a flow was not found',
    2: 'the server cannot be used, or a file cannot be written',
  },
  examples: [
    { line: 'flowgate pull', does: 'Download every flow to the folder flows' },
    {
      line: 'flowgate pull -o stored robotics examples/hello',
      does: 'Download a namespace and a flow to another folder',
    },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/pull.ts')).pullFlows(args.FLOW, options, terminal),
});
