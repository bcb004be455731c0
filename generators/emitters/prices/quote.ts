import type { Model } from '../../model/types.ts';
import { freeVariables, print } from '../../output/code-tree.ts';
import { type Code, code, join, symbol, variable } from '../../output/code.ts';
import { camelCase } from '../typescript/names.ts';
import { variantOn } from '../typescript/variants.ts';
import { argumentCode } from './parameter.ts';
import { inputsOf, type PriceCall, parametersOf, priceForms } from './plan.ts';

/** The name of a price's calculator and the module it stands in. */
export function calculatorOf(price: string, suffix: string): { name: string; path: string } {
  return { name: `${camelCase(price)}Price${suffix}`, path: `prices/${price}.ts` };
}

/** How a call is priced: constants, and the call of the calculator that reads them. */
export interface QuoteBody {
  readonly constants: readonly Code[];
  readonly called: Code;
}

/** The body of the function that prices a call. */
export function quoteBody(model: Model, call: PriceCall): QuoteBody | undefined {
  const id = call.operation.price?.id;
  const form = id === undefined ? undefined : variantOn(priceForms(model, id), call.view);
  if (id === undefined || !form) return undefined;

  const { name, path } = calculatorOf(id, form.suffix);
  const inputs = inputsOf(model, call);
  const args = parametersOf(model, form.value).map((parameter) => {
    const value = inputs.find((input) => input.name === parameter.input)?.value;
    const argument = value ? argumentCode(value, parameter.kind) : 'undefined';
    return print(argument) === parameter.name ? argument : code`${parameter.name}: ${argument}`;
  });
  const called = code`${symbol(name, path)}(${args.length > 0 ? code`{ ${join(args, ', ')} }` : ''})`;
  return { constants: neededConstants(inputs, called), called };
}

/** The constants that the call reads, directly or through other constants. */
function neededConstants(inputs: ReturnType<typeof inputsOf>, called: Code): Code[] {
  const lines: Code[] = [];
  const read = freeVariables(called);
  for (const { constant } of inputs.toReversed()) {
    if (!constant || !read.has(constant.name)) continue;
    lines.unshift(code`const ${variable(constant.name)} = ${constant.code};`);
    for (const name of freeVariables(constant.code)) read.add(name);
  }
  return lines;
}
