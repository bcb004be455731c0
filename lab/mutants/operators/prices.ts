import type { Contract, Expression, Formula, Operation, Price, Rule } from '#conformance/contract/contract.ts';
import { printExpression } from '#conformance/oracle/print.ts';
import { withPrice } from '../edit.ts';
import { editsOf } from '../expression-edits.ts';
import type { Change, Operator } from '../mutant.ts';

/** Changes each number, operator, extreme and rounding of each price, for each operation that has it. */
export const prices: Operator = {
  name: 'price',
  *changes(contract): Generator<Change> {
    const constants = new Map(Object.entries(contract.service.constants));
    for (const { operation, price, rule } of pricesOf(contract)) {
      const change = (description: string, changed: Price, unread?: Price): Change => ({
        rule,
        description,
        contract: withPrice(contract, operation, changed),
        ...(unread && { unread: withPrice(contract, operation, unread) }),
      });
      const inputs = { ...price.inputs, ...operation.price?.inputs };
      for (const { tree, unread, description } of editsOf(price.formula.tree, constants)) {
        const by = (other: Expression): Price => ({ ...price, inputs, formula: formulaOf(other) });
        yield change(description, by(tree), by(unread));
      }
      for (const [name, input] of Object.entries(inputs)) {
        for (const { tree, unread, description } of editsOf(input.tree, constants)) {
          const by = (other: Expression): Price => ({ ...price, inputs: { ...inputs, [name]: formulaOf(other) } });
          yield change(`${name}: ${description}`, by(tree), by(unread));
        }
      }
      for (const rounding of ['up', 'down', 'half-up', 'half-even'] as const) {
        if (rounding !== price.rounding)
          yield change(`micro-USDC are rounded ${rounding}`, { ...price, inputs, rounding });
      }
    }
  },
};

/** Every operation with its price and the rule of its amount. */
export function* pricesOf(
  contract: Contract,
): Generator<{ readonly operation: Operation; readonly price: Price; readonly rule: Rule }> {
  const rules = contract.rules.filter(({ kind }) => kind === 'price');
  for (const operation of contract.operations) {
    const price = operation.price && contract.prices[operation.price.id];
    const rule = rules.find(({ operation: id }) => id === operation.id);
    if (price && rule) yield { operation, price, rule };
  }
}

function formulaOf(tree: Expression): Formula {
  return { text: printExpression(tree), tree };
}
