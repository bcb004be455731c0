import type { Model } from '../../model/types.ts';
import { print } from '../../output/code-tree.ts';
import { type Added, type Code, code, join, shared, typeSymbol } from '../../output/code.ts';
import { requestType } from '../types/requests.ts';
import { inputsRead } from '../typescript/formula-scope.ts';
import { camelCase } from '../typescript/names.ts';
import { type Part, type PartPlan, parts } from '../typescript/parts.ts';

/** Kinds of pieces that operations share. They are declared in this order, since later ones may contain earlier ones. */
const kinds = ['function', 'Condition', 'HostRoute'] as const;

/** A piece shorter than this is written where it is used, however often that is. */
const minSharedLength = 80;

/** The operation that has a piece. */
export interface Owner {
  readonly model: Model;
  readonly plans: readonly PartPlan[];
}

/** A function of an operation's input, given the expression or block that is its body. */
export function functionPiece(owner: Owner, id: string, body: Code): Code {
  const inputs = inputsRead(body);
  const pattern = `{ ${inputs.join(', ')} }`;
  return piece('function', owner, id, code`(${pattern}) => ${body}`, {
    size: print(body).length,
    reads: partsRead(body),
    declare: (name, typed) => {
      const input = typeSymbol(
        inputs.includes('response') ? 'Metered' : 'Input',
        '@tollwright/runtime/operation/operation',
      );
      return code`const ${name} = (${pattern}: ${input}${typed}) => ${body};`;
    },
  });
}

/** An object of one of the runtime's types, with its docstring. */
export function objectPiece(
  kind: 'Condition' | 'HostRoute',
  owner: Owner,
  id: string,
  { doc = '', fields, value }: { readonly doc?: string; readonly fields: readonly string[]; readonly value: Code },
): Code {
  const inline = code`${doc}${value}`;
  const read = partsRead(value);
  return piece(kind, owner, id, inline, {
    size: print(inline).length,
    reads: parts.filter((part) => read.includes(part) || fields.includes(part)),
    declare: (name, typed) => {
      const type = typeSymbol(kind, '@tollwright/runtime/operation/define');
      // An annotation would widen it to parts of requests of any kind.
      return code`${doc}const ${name} = ${value} satisfies ${type}${typed};`;
    },
  });
}

interface Declared {
  /** Characters that it takes where it is used. */
  readonly size: number;
  readonly reads: readonly Part[];
  /** Declares it; `typed` are type arguments: the types of the parts of a request that it reads. */
  readonly declare: (name: Code, typed: Code) => Code;
}

function piece(
  kind: (typeof kinds)[number],
  { plans }: Owner,
  id: string,
  inline: Code,
  { size, reads, declare }: Declared,
): Code {
  if (size < minSharedLength) return inline;
  const types = plans
    .filter(({ part }) => reads.includes(part))
    .map(({ part, type }): [Part, Code] => [part, requestType(type)]);
  return shared({
    key: `${kind} ${print(inline)}`,
    name: camelCase(id),
    rank: kinds.indexOf(kind),
    inline,
    adds: Object.fromEntries(types),
    declare: (name, added) => ({ declaration: declare(name, typeArguments(added)), use: name }),
  });
}

/** The types of the parts that a piece reads: those of any operation that has it. */
function typeArguments(added: Added): Code {
  const types = parts.map((part) => added[part]?.toSorted((a, b) => (print(a) < print(b) ? -1 : 1)));
  while (types.length > 0 && !types.at(-1)) types.pop();
  const written = types.map((alternatives) => (alternatives ? join(alternatives, ' | ') : 'unknown'));
  return written.length > 0 ? code`<${join(written, ', ')}>` : '';
}

function partsRead(read: Code): Part[] {
  const variables: Readonly<Record<Part, string>> = {
    body: 'request',
    query: 'query',
    params: 'params',
    headers: 'headers',
  };
  const inputs = inputsRead(read);
  return parts.filter((part) => inputs.includes(variables[part]));
}
