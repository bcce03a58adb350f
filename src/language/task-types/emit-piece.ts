import { groovy, sourceOf, type GroovyCode } from '../groovy/groovy-code.ts';
import { supportFunction } from '../groovy/program-function.ts';
import { groovyBoolean, groovyList, groovyMapBlock, groovyNumber, groovyString, groovyText } from '../groovy/quote.ts';
import { RuntimeCalls } from '../groovy/runtime-calls.ts';
import { templateMessage, type GroovyWithNames } from './groovy-message.ts';
import { nodeOf, type Piece } from './piece.ts';

/**
 * A piece as Groovy. Means the same as `evaluatePiece`.
 * @param indent columns before the line on which it is printed; by default those of the settings of a task
 */
export function emitPiece(piece: Piece, runtime = new RuntimeCalls(), indent = 4): GroovyWithNames {
  const node = nodeOf(piece);
  switch (node.kind) {
    case 'text':
      return plain(groovyText(node.text));
    case 'shell':
      return plain(groovyText(node.code));
    case 'message':
      return templateMessage(node.template, 'local', runtime);
    case 'lines': {
      const { code, names } = emitItems(node.items, runtime, indent);
      return { code: groovy`${code}.join('\\n')`, names };
    }
    case 'number':
      return plain(groovyNumber(node.value));
    case 'boolean':
      return plain(groovyBoolean(node.value));
    case 'numberValue': {
      const fallback = node.fallback === undefined ? groovy`null` : groovyNumber(node.fallback);
      return plain(runtime.callInFrame('numberValue', groovyString(node.name), fallback));
    }
    case 'booleanValue':
      return plain(runtime.callInFrame('booleanValue', groovyString(node.name), groovyBoolean(node.fallback)));
    case 'list':
      return emitItems(node.items, runtime, indent);
    case 'map': {
      const entries = Object.entries(node.entries).map(
        ([key, entry]) => [key, emitPiece(entry, runtime, indent + 2)] as const,
      );
      return {
        code: groovyMapBlock(Object.fromEntries(entries.map(([key, { code }]) => [key, code])), indent),
        names: entries.flatMap(([, { names }]) => names),
      };
    }
    case 'program':
      return plain(runtime.callProgram(sourceOf(supportFunction(node.file))));
  }
}

function plain(code: GroovyCode): GroovyWithNames {
  return { code, names: [] };
}

function emitItems(items: readonly Piece[], runtime: RuntimeCalls, indent: number): GroovyWithNames {
  const emitted = items.map((item) => emitPiece(item, runtime, indent));
  return { code: groovyList(emitted.map(({ code }) => code)), names: emitted.flatMap(({ names }) => names) };
}
