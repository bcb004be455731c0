import fc from 'fast-check';
import { combine } from '../toolkit/server.ts';
import { variants } from './index.ts';
import type { Variant, VariantHost } from './variant.ts';

/** Combines variants into one gateway, in the order of the families. */
export function together(
  chosen: readonly Variant[],
): Pick<Variant, 'alter'> & Required<Pick<Variant, 'models' | 'segments'>> {
  const inOrder = variants.filter((variant) => chosen.includes(variant));
  return {
    alter: combine(...inOrder.map(({ alter }) => alter)),
    models: Object.assign({}, ...inOrder.map(({ models }) => models)),
    segments: Object.assign({}, ...inOrder.map(({ segments }) => segments)),
  };
}

/** Draws groups that contain every variant of a host once, and no two that exclude each other. */
export function groups(host: VariantHost, size: number, seed: number): readonly (readonly Variant[])[] {
  const own = variants.filter(({ hosts }) => hosts.includes(host));
  const [left = []] = fc.sample(fc.shuffledSubarray(own, { minLength: own.length }), { seed, numRuns: 1 });
  const drawn: Variant[][] = [];
  while (left.length > 0) {
    const group: Variant[] = [];
    for (let index = 0; index < left.length && group.length < size; index += 1) {
      const variant = left[index];
      if (!variant || group.some(({ choice }) => choice === variant.choice)) continue;
      group.push(variant);
      left.splice(index, 1);
      index -= 1;
    }
    drawn.push(group);
  }
  return drawn;
}
