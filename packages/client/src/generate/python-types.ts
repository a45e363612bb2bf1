import { capitalized } from './doc.ts';
import type { Field } from './model.ts';
import { docstring } from './python-text.ts';
import type { Type } from './types.ts';

/** The types of the description as Python: typed dictionaries, and literals for enumerations. */
export class PythonTypes {
  readonly #literals = new Map<string, string>();
  readonly #classes = new Map<string, string>();
  readonly #unions = new Map<string, string>();

  /** Adds a named type. */
  define(name: string, type: Type, description: string | null): void {
    if (type.kind === 'enumeration') this.#add(this.#literals, name, `${name} = ${this.#inline(type, name)}`);
    else if (type.kind === 'object' && type.fields.length > 0) this.#defineClass(name, type.fields, description);
    else this.#add(this.#unions, name, `${name} = ${this.#inline(type, name).replaceAll('types.', '')}`);
  }

  /** The type as other modules write it. An object without a name gets this one. */
  text(type: Type, name: string): string {
    return this.#inline(type, name).replaceAll(/@(\w+)/gu, 'types.$1');
  }

  /** The content of the module with every type. */
  file(notice: string): string {
    const plain = (text: string) => text.replaceAll(/@(\w+)/gu, '$1');
    return [
      notice,
      '',
      'from __future__ import annotations',
      '',
      'from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, TypedDict, Union',
      '',
      'if TYPE_CHECKING:  # part of typing only from Python 3.11 on',
      '    from typing_extensions import NotRequired',
      '',
      ...[...this.#literals.values()].map(plain),
      '',
      '',
      [...this.#classes.values()].map(plain).join('\n\n\n'),
      ...(this.#unions.size > 0 ? ['', '', ...[...this.#unions.values()].map(plain)] : []),
      '',
    ].join('\n');
  }

  #defineClass(name: string, fields: readonly Field[], description: string | null): void {
    // Its place is before those of its fields, which are named after it.
    this.#add(this.#classes, name, '');
    const lines = fields.map((field) => {
      const type = this.#inline(field.type, `${name}${capitalized(field.name)}`);
      const line = `    ${field.name}: ${field.required ? type : `NotRequired[${type}]`}`;
      return field.description === null ? line : `${line}\n${docstring([field.description], '    ')}`;
    });
    const doc = description === null ? [] : [docstring([description], '    '), ''];
    this.#classes.set(name, [`class ${name}(TypedDict):`, ...doc, ...lines].join('\n'));
  }

  /** A reference is written as `@Name`, which each module resolves. */
  #inline(type: Type, name: string): string {
    switch (type.kind) {
      case 'reference':
        return `@${type.name}`;
      case 'string':
        return 'str';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'any':
        return 'Any';
      case 'enumeration':
        return `Literal[${type.values.map((value) => `"${value}"`).join(', ')}]`;
      case 'array':
        return `List[${this.#inline(type.items, name.replace(/s$/u, ''))}]`;
      case 'nullable':
        return type.of.kind === 'any' ? 'Any' : `Optional[${this.#inline(type.of, name)}]`;
      case 'union':
        return `Union[${type.variants.map((variant, index) => this.#inline(variant, `${name}${index + 1}`)).join(', ')}]`;
      case 'object':
        if (type.fields.length === 0) return 'Dict[str, Any]';
        if (name === '') throw new Error('an object needs a name');
        this.#defineClass(name, type.fields, null);
        return `@${name}`;
    }
  }

  #add(to: Map<string, string>, name: string, text: string): void {
    const isTaken = [this.#literals, this.#classes, this.#unions].some((names) => names.has(name));
    if (isTaken) throw new Error(`two types are called ${name}`);
    to.set(name, text);
  }
}
