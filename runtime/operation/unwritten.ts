import type { Refusal } from './handler.ts';

/**
 * The handler of an operation that is not written yet: 501, and nothing is charged.
 *
 * A test deployment may put made-up answers in its place, which it finds by comparing handlers with this one.
 */
export const unwritten = (): Refusal => ({ status: 501, body: { error: 'Not implemented' }, charge: 'free' });
