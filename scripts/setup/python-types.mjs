import { parse } from 'yaml';

const keywords = new Set(['and', 'as', 'class', 'def', 'for', 'from', 'if', 'in', 'is', 'not', 'or', 'pass', 'with']);

/**
 * Returns the source of a Python module with a type for each schema of an OpenAPI contract: TypedDicts for objects,
 * aliases for everything else. It needs Python 3.9.
 * @param contract its text
 */
export function pythonTypes(contract) {
  const { info, components } = parse(contract);
  const types = new Types();
  for (const [name, schema] of Object.entries(components.schemas)) types.declare(name, schema);
  return `"""The types of version ${info.version} of Flowgate's HTTP API, generated from openapi.yaml."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union

${types.source}`;
}

class Types {
  #declarations = [];

  get source() {
    return this.#declarations.join('\n\n');
  }

  /** Declares the type of a schema of the contract. */
  declare(name, schema) {
    const type = this.#typeOf(schema, name);
    if (type !== name) this.#declarations.push(`${name} = ${forwardSafe(type)}\n`);
  }

  /** A type, as an annotation. @param name of the class to declare if it is an object with known fields */
  #typeOf(schema, name) {
    const type = this.#baseType(schema, name);
    return schema.nullable ? `Union[${type}, None]` : type;
  }

  #baseType(schema, name) {
    if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1);
    if (schema.allOf !== undefined) return this.#allOf(schema.allOf, name);
    if (schema.enum !== undefined) return `Literal[${schema.enum.map((value) => JSON.stringify(value)).join(', ')}]`;
    if (schema.type === 'array') return `List[${this.#typeOf(schema.items, `${name}Item`)}]`;
    if (schema.type === 'object') return this.#object(schema, name, []);
    return { string: 'str', integer: 'int', number: 'float', boolean: 'bool' }[schema.type] ?? 'Any';
  }

  #allOf(parts, name) {
    const references = parts.filter((part) => part.$ref !== undefined);
    if (parts.length === 1) return this.#typeOf(parts[0], name);
    const own = parts.find((part) => part.$ref === undefined) ?? {};
    return this.#object(
      own,
      name,
      references.map((part) => this.#typeOf(part, name)),
    );
  }

  #object({ properties, required = [], additionalProperties = {} }, name, bases) {
    if (properties === undefined && bases.length === 0) return `Dict[str, ${this.#typeOf(additionalProperties, name)}]`;
    const fields = Object.entries(properties ?? {}).map(([field, schema]) => ({
      field,
      type: this.#typeOf(schema, name + capitalised(field)),
      isRequired: required.includes(field),
      remark: schema.deprecated === true ? `  # deprecated: ${schema.description}` : '',
    }));
    const [always, sometimes] = [true, false].map((is) => fields.filter(({ isRequired }) => isRequired === is));
    const total = sometimes.length === 0;
    const parent = always.length > 0 && !total ? [`_${name}`] : [];
    if (parent.length > 0) this.#class(parent[0], bases, always, true);
    this.#class(name, parent.length > 0 ? parent : bases, total ? always : sometimes, total);
    return name;
  }

  #class(name, bases, fields, total) {
    const isPlain = fields.every(({ field }) => /^\w+$/.test(field) && !keywords.has(field));
    const parents = bases.length > 0 ? bases : ['TypedDict'];
    const lines = fields.map(({ field, type, remark }) => `    ${field}: ${type}${remark}\n`).join('') || '    pass\n';
    const entries = fields.map(({ field, type }) => `"${field}": ${JSON.stringify(type)}`).join(', ');
    this.#declarations.push(
      isPlain
        ? `class ${name}(${parents.join(', ')}${total ? '' : ', total=False'}):\n${lines}`
        : `${name} = TypedDict("${name}", {${entries}}${total ? '' : ', total=False'})\n`,
    );
  }
}

function capitalised(field) {
  return field.replaceAll(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());
}

/** An alias is evaluated when the module is loaded, before later classes exist. */
function forwardSafe(type) {
  return type.replaceAll(
    /(?<![\w"])(?!(?:Any|Dict|List|Literal|Union|None|str|int|float|bool)\b)[A-Z_]\w*(?![\w"])/g,
    '"$&"',
  );
}
