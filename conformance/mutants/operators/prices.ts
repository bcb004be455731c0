import type { Contract, Formula, Operation, Price, Rule } from '../../contract.ts';
import { printExpression } from '../../oracle/print.ts';
import { withPrice } from '../edit.ts';
import { type Edited, editsOf } from '../expression-edits.ts';
import type { Change, Operator } from '../mutant.ts';

/** Each figure, operator, extreme and rounding of each price changed, for each operation that has it. */
export const prices: Operator = {
  name: 'price',
  *changes(contract): Generator<Change> {
    const constants = new Map(Object.entries(contract.service.constants));
    for (const { operation, price, rule } of pricesOf(contract)) {
      const change = (description: string, changed: Price): Change => ({
        rule,
        description,
        contract: withPrice(contract, operation, changed),
      });
      const inputs = { ...price.inputs, ...operation.price?.inputs };
      for (const edited of editsOf(price.formula.tree, constants)) {
        yield change(edited.description, { ...price, inputs, formula: formulaOf(edited) });
      }
      for (const [name, input] of Object.entries(inputs)) {
        for (const edited of editsOf(input.tree, constants)) {
          yield change(`${name}: ${edited.description}`, {
            ...price,
            inputs: { ...inputs, [name]: formulaOf(edited) },
          });
        }
      }
      for (const rounding of ['up', 'down', 'half-up', 'half-even'] as const) {
        if (rounding !== price.rounding) yield change(`micro-USDC are rounded ${rounding}`, { ...price, rounding });
      }
    }
  },
};

/** Every operation with its price and the rule of its amount. */
export function* pricesOf(
  contract: Contract,
): Generator<{ readonly operation: Operation; readonly price: Price; readonly rule: Rule }> {
  for (const operation of contract.operations) {
    const price = operation.price && contract.prices[operation.price.id];
    const rule = contract.rules.find(({ kind, operation: id }) => kind === 'price' && id === operation.id);
    if (price && rule) yield { operation, price, rule };
  }
}

function formulaOf({ tree }: Edited): Formula {
  return { text: printExpression(tree), tree };
}
