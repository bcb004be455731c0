/** Expression trees as text, for messages. */

import type { Expression } from '../contract/contract.ts';

/** Prints an expression with the brackets that its tree needs. */
export function printExpression(tree: Expression): string {
  switch (tree.op) {
    case 'number':
      return tree.value;
    case 'string':
      return JSON.stringify(tree.value);
    case 'bool':
      return String(tree.value);
    case 'null':
      return 'null';
    case 'variable':
      return tree.name;
    case 'field':
      return `${printExpression(tree.of)}.${tree.name}`;
    case 'index':
      return `${printExpression(tree.of)}[${printExpression(tree.key)}]`;
    case 'has':
      return `has(${printExpression(tree.of)}.${tree.name})`;
    case 'call':
      return `${tree.name}(${tree.args.map(printExpression).join(', ')})`;
    case 'binary':
      return `(${printExpression(tree.left)} ${tree.name} ${printExpression(tree.right)})`;
    case 'not':
      return `!${printExpression(tree.value)}`;
    case 'negate':
      return `-${printExpression(tree.value)}`;
    case 'if':
      return `(${[tree.test, tree.then].map(printExpression).join(' ? ')} : ${printExpression(tree.otherwise)})`;
    case 'list':
      return `[${tree.items.map(printExpression).join(', ')}]`;
    case 'map':
      return `{${tree.entries.map((entry) => entry.map(printExpression).join(': ')).join(', ')}}`;
    case 'macro':
      return `${printExpression(tree.of)}.${tree.name}(${tree.item}, ${printExpression(tree.body)})`;
  }
}
