import { parseUsd } from '@tollwright/runtime/money';

/** Reads a micro-USDC amount; the documents leave open whether it is a string or a number. */
export function readMicro(value: unknown): bigint | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return /^\d+$/.test(text) ? BigInt(text) : undefined;
}

/** Reads a USD amount into micro-USDC; `undefined` when it is no amount or finer than that. */
export function readUsd(value: unknown): bigint | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return parseUsd(text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''));
}
