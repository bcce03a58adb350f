/**
 * The errors that GitHub's own parser finds: `node --import tsx github-errors.ts action|workflow FILE` prints them, one
 * a line. A program of its own, because the parser's modules import JSON in a way that only tsx accepts.
 */
import { readFileSync } from 'node:fs';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { convertActionTemplate, parseAction } from '@actions/workflow-parser/actions/index';

const [kind, name = ''] = process.argv.slice(2);
const file = { name, content: readFileSync(name, 'utf8') };
const trace = new NoOperationTraceWriter();
const { context, value } = kind === 'action' ? parseAction(file, trace) : parseWorkflow(file, trace);
if (value !== undefined) {
  if (kind === 'action') convertActionTemplate(context, value);
  else await convertWorkflowTemplate(context, value);
}
for (const { message } of context.errors.getErrors()) process.stdout.write(`${message}\n`);
