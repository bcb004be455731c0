import type { Quote } from './challenge.ts';
import { invalidField } from './check.ts';
import { on } from './faults.ts';
import { ceilDiv, FEE, show } from './money.ts';
import { type TextModel, textModels } from './text-models.ts';

/** Tokens that so many characters are estimated to make. */
export function tokensOf(characters: number): number {
  return Math.max(1, Math.ceil(characters / 4));
}

/** Tokens of all text within messages or other input items, whatever else they hold. */
export function promptTokensOf(...input: unknown[]): number {
  return tokensOf(charactersIn(input));
}

function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + charactersIn(item), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return ['text', 'content', 'parts'].reduce((sum, name) => sum + charactersIn(Object(value)[name]), 0);
}

/** The price of a call with so many prompt tokens and at most so many of output; text models carry no margin. */
export function tokenQuote(model: TextModel, promptTokens: number, outputTokens: number): Quote {
  const output = Math.min(outputTokens, model.maxOutput);
  const inputCost = ceilDiv(BigInt(promptTokens) * model.inputRate, 1_000_000n);
  const outputCost = ceilDiv(BigInt(output) * model.outputRate, 1_000_000n);
  const margin = on('messages-margin') && model.format === 'messages' ? ceilDiv(inputCost + outputCost, 20n) : 0n;
  return {
    amount: inputCost + outputCost + margin + FEE,
    breakdown: { inputCost: show(inputCost), outputCost: show(outputCost), margin: show(margin) },
  };
}

/** The words of a simulated answer: at most so many tokens. */
export function answerWords(seed: string, maxTokens: number): string[] {
  const words = `The gateway heard: ${seed.replace(/\s+/g, ' ').slice(0, 80)}`.split(' ');
  return words.slice(0, Math.max(1, Math.min(maxTokens, words.length)));
}

/** The 400 for a language model that the catalog does not list. */
export function unknownTextModel(models: TextModel[] = textModels): Error {
  return invalidField('model', 'is not in the catalog: see GET /api/v1/models', {
    models: models.map((item) => item.id),
  });
}
