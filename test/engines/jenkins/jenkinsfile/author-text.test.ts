import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { scriptText } from '../../../../src/engines/jenkins/client/config-xml.ts';
import { canBeChoice } from '../../../../src/engines/jenkins/jenkinsfile/readable-parameter.ts';
import { groovyTokens } from '../../../support/groovy-tokens.ts';
import { transpileText } from '../../../support/transpile-yaml.ts';

// Whatever an author writes, Groovy must parse the same program; only literals and comments may differ.

const call = "sh 'id'";
const attacks = [
  `\n${call}`,
  `\r${call}`,
  `\u2028${call}\u2029${call}\u0085${call}\u000b${call}\f${call}`,
  `\\u000a${call}`,
  `\\u000d${call}`,
  `\\uuuu000a${call}`,
  `\\\\u000a${call}`,
  `\\\\\\u000a${call}`,
  `\\\n\\u000a${call}`,
  `\\\u0007u000a${call}`,
  `\\\u200bu000a${call}`,
  '\\u12',
  '\\u',
  '\\',
  '\\\\\\',
  `'; ${call}; '`,
  `'); ${call}; //`,
  `''' ${call} '''`,
  `\\'''\n${call}`,
  `\n'''\n${call}`,
  `" + ${call} + "`,
  `"""\n${call}\n"""`,
  `\${${call}}`,
  `$\\u007b${call}}`,
  `\\u0024{${call}}`,
  `\\u0027); ${call}; //`,
  `\\\${${call}}`,
  `*/ ${call} /*`,
  `/$ ${call} $/`,
  `]\\u005d \\] \\\\] ]]`,
  `#!/usr/bin/env groovy\n${call}`,
  '\ufeff\u202e',
];

// By the kind of parameter: a choice that Jenkins does not keep, a default of several lines.
const harmless = ['one line', 'one\u2028line', 'two\nlines'];

const random = fc
  .string({ unit: fc.constantFrom(...`\\\\\\uuu00ad27'"$}]/*;\n\r\u2028\u0085 `), maxLength: 30 })
  .filter((text) => text.trim() !== '' && !text.includes('{{'));

it('no string of an author becomes a part of the program', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const texts = [...attacks, ...fc.sample(random, { seed, numRuns: 80 })];
  const tokens = groovyTokens([...harmless, ...texts].flatMap(scriptsOf)).map(onOneLine);
  expect(tokens[0]).toContain('pipeline {');
  const changed = texts.flatMap((text, index) =>
    [0, 1].flatMap((form) => {
      const alike = text.includes('\n') ? 2 : canBeChoice(`b${text}`) ? 0 : 1;
      const program = tokens[alike * 2 + form] ?? '';
      const read = tokens[(harmless.length + index) * 2 + form] ?? '';
      const from = [...read].findIndex((character, at) => character !== program[at]);
      return read === program ? [] : [{ text, reads: read.slice(Math.max(0, from - 40), from + 80) }];
    }),
  );
  expect(changed, `seed ${seed}`).toEqual([]);
}, 120_000);

/**
 * Tokens without the line ends and trailing commas of map literals: short maps are on one line, and Groovy ignores
 * these.
 */
function onOneLine(tokens: string): string {
  return tokens.replace(/(?<=[[,] ); /g, '').replace(/ ,(?= \])/g, '');
}

/** The Jenkinsfile that users run by hand, and the script of a job, with a string in every place that accepts one. */
function scriptsOf(text: string): string[] {
  const written = JSON.stringify(text);
  const inCondition = JSON.stringify(`inputs.text == '${text.replace(/[\\']/g, '\\$&')}'`);
  const flow = (id: string, rest: string) => `
id: ${id}
namespace: tests
description: ${written}
inputs:
  - {id: text, type: STRING, display_name: ${written}, description: ${written}, defaults: ${written}}
  - {id: hidden, type: STRING, required: false, depends_on: {inputs: [text], condition: ${inCondition}}}
  - {id: choice, type: ENUM, values: [a, ${JSON.stringify(`b${text}`)}], defaults: a}
  - {id: token, type: SECRET, required: false, description: ${written}}
variables:
  PLAIN: ${written}
  MIXED: ${JSON.stringify(`${text} {{ inputs.text }} ${text}`)}
checks:
  - {condition: ${inCondition}, message: ${written}, behavior: FAIL_EXECUTION}
tasks:
  - {id: say, type: dev.vendor.plugin.core.log.Log, description: ${written}, run_if: ${inCondition}, message: ${JSON.stringify(`${text} {{ inputs.text }}`)}}
  - {id: lines, type: dev.vendor.plugin.core.log.Log, message: [${written}, b]}
  - {id: run, type: dev.vendor.plugin.core.shell.Shell, script: ${JSON.stringify(`${text} :`)}, env: {NAME: ${written}}, outputFiles: [${JSON.stringify(`${text}x`)}]}
  - {id: python, type: dev.vendor.plugin.scripts.python.Script, script: ${JSON.stringify(`# ${text}`)}, inputFiles: {a: ${written}}}
  - {id: send, type: dev.vendor.plugin.core.http.Request, url: 'https://a.example', method: POST, body: ${JSON.stringify(`b ${text}`)}}
  - {id: contain, type: dev.vendor.plugin.docker.run, containerImage: ${JSON.stringify(`i${text}`)}, commands: [${JSON.stringify(`: ${text}`)}]}
${rest}
outputs:
  - {id: all, type: STRING, value: ${JSON.stringify(`${text} {{ variables.PLAIN }}`)}}
`;
  const child = flow('child', '');
  const parent = flow(
    'parent',
    `  - {id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: tests, flowId: child, inputs: {text: ${written}}}`,
  );
  const external = transpileText(parent, [child], { parameters: 'external' }).jenkinsfile;
  return [ownPart(transpileText(parent, [child], {}).jenkinsfile), scriptText(ownPart(external))];
}

/** A Jenkinsfile without the part that is the same in every one, which takes longest to parse. */
function ownPart(jenkinsfile: string): string {
  return jenkinsfile.slice(0, jenkinsfile.lastIndexOf('// The runtime for flows, tasks and scripts;'));
}
