import { expect, it } from 'vitest';
import {
  groovy,
  indentGroovy,
  joinGroovy,
  sourceOf,
  type GroovyCode,
} from '../../../src/language/groovy/groovy-code.ts';
import { compileGroovyTemplate } from '../../../src/language/groovy/groovy-template.ts';
import {
  groovyBoolean,
  groovyList,
  groovyMap,
  groovyName,
  groovyNumber,
  groovyString,
  groovyText,
} from '../../../src/language/groovy/quote.ts';

const attack = "'); sh 'id'; //";
const made = groovyString('text');

/** Values in the place of a piece in code that is not type-checked. */
const impostors: readonly (readonly [string, unknown])[] = [
  ['a string', attack],
  ['a String object', new String(attack)],
  ['a list', [attack]],
  ['an object with a toString', { toString: () => attack, toHTML: () => attack, [Symbol.toPrimitive]: () => attack }],
  ['the shape of a piece', { source: attack, code: attack, names: [] }],
  ['an object derived from a piece', Object.create(made, { toString: { value: () => attack } })],
  ['another object of its class', Object.create(Object.getPrototypeOf(made) as object)],
  ['a proxy of a piece', new Proxy(made, {})],
  ['a function', () => attack],
  ['null', null],
];

it.each(impostors)('%s is not a piece of Groovy, and cannot be printed', (_, impostor) => {
  const piece = impostor as GroovyCode; // the compiler would reject it
  expect(() => sourceOf(piece)).toThrow(TypeError);
  expect(() => groovy`sh(${piece})`).toThrow(TypeError);
  expect(() => groovyList([piece])).toThrow(TypeError);
  expect(() => joinGroovy([piece], '')).toThrow(TypeError);
  expect(() => indentGroovy(piece, 2)).toThrow(TypeError);
  expect(() => groovyMap({ piece })).toThrow(TypeError);
  expect(() => compileGroovyTemplate('{{piece}}')({ piece })).toThrow(
    'The template prints {{piece}}, which is not a piece of Groovy',
  );
});

it('is created only by the quoting functions', () => {
  const pieces = [made, groovyText('a\nb'), groovyBoolean(true), groovyNumber(1), groovyName('a')];
  expect(pieces.map(sourceOf)).toEqual(["'text'", "'''\\\na\nb'''", 'true', '1', 'a']);
  expect(made.constructor).toBe(Object);
});

it('cannot be changed afterwards', () => {
  expect(() => Object.assign(Object.getPrototypeOf(made) as object, { toString: () => attack })).toThrow(TypeError);
  Object.defineProperty(made, 'toString', { value: () => attack });
  expect(sourceOf(groovy`echo ${made}`)).toBe("echo 'text'");
});

it.each([
  ['a string as a boolean', () => groovyBoolean(attack as unknown as boolean), 'Expected a boolean'],
  ['a string as a number', () => groovyNumber(attack as unknown as number), 'Groovy has no literal'],
  ['a string as a name', () => groovyName(attack), 'Not a valid name in Groovy'],
  [
    'an object as a string',
    () => groovyText({ includes: () => false, split: () => [attack] } as unknown as string),
    'Expected a string',
  ],
])('is not created from %s', (_, make, problem) => {
  expect(make).toThrow(problem);
});

it('a template prints pieces anywhere', () => {
  const template = compileGroovyTemplate('{{#if list}}{{#each list}}{{this}};{{/each}}{{else}}{{other}}{{/if}}');
  expect(sourceOf(template({ list: [made, groovyNumber(1)] }))).toBe("'text';1;");
  expect(() => template({ list: [made, attack] })).toThrow(TypeError);
  expect(() => template({})).toThrow('{{other}}');
});

it.each(['{{constructor}}', '{{__proto__}}', '{{toString}}', '{{{text}}}', '{{&text}}'])(
  '%s prints only pieces',
  (source) => {
    expect(() => compileGroovyTemplate(source)({ text: attack })).toThrow(TypeError);
  },
);

it.each([
  ['{{lookup this "text"}}', 'only names can be printed'],
  ['{{"text"}}', 'only names can be printed'],
  ['{{if text}}', 'only names can be printed'],
])('%s does not compile', (source, problem) => {
  expect(() => compileGroovyTemplate(source)).toThrow(problem);
});
