import type { Model } from '../../model/types.ts';
import type { Module } from '../../output/module.ts';
import { camelCase } from '../typescript/names.ts';
import { variantOn } from '../typescript/variants.ts';
import { textOf } from './parameter.ts';
import { inputsOf, type PriceCall, parametersOf, priceForms } from './plan.ts';

/** The name of a price's calculator and the module it stands in. */
export function calculatorOf(price: string, suffix: string): { name: string; path: string } {
  return { name: `${camelCase(price)}Price${suffix}`, path: `prices/${price}.ts` };
}

/** The body of the function that prices a call: an expression, or statements in braces. */
export function quoteBody(model: Model, call: PriceCall, module: Module): string | undefined {
  const id = call.operation.price?.id;
  const form = id === undefined ? undefined : variantOn(priceForms(model, id), call.view);
  if (id === undefined || !form) return undefined;

  const { name, path } = calculatorOf(id, form.suffix);
  const calculator = module.use(name, path);
  const inputs = inputsOf(model, form.value.price, call, module);
  const parameters = parametersOf(model, form.value);
  const args = parameters.map((parameter) => {
    const value = inputs.find((input) => input.name === parameter.input)?.value;
    const text = value ? textOf(value, parameter.kind) : 'undefined';
    return text === parameter.name ? text : `${parameter.name}: ${text}`;
  });
  const called = `${calculator}(${args.length > 0 ? `{ ${args.join(', ')} }` : ''})`;
  const constants = neededConstants(inputs, called);
  if (constants.length === 0) return called;
  return `{\n${constants.join('\n')}\nreturn ${called};\n}`;
}

/** The constants that the call reads, directly or through other constants. */
function neededConstants(inputs: ReturnType<typeof inputsOf>, called: string): string[] {
  const lines: string[] = [];
  let read = called;
  for (const { constant } of inputs.toReversed()) {
    if (!constant || !new RegExp(`(?<![.\\w])${constant.name}\\b(?!:)`).test(read)) continue;
    lines.unshift(`const ${constant.name} = ${constant.text};`);
    read += `\n${constant.text}`;
  }
  return lines;
}
