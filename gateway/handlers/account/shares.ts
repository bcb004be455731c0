const parts = 1_000_000;

/**
 * Divides scores by their total, in millionths that add up to exactly one.
 *
 * What rounding down leaves over goes to the largest remainders, so the sum is exact in decimals. When every
 * score is zero, each gets the same share.
 */
export function toShares(scores: readonly number[]): readonly number[] {
  const total = scores.reduce((sum, score) => sum + score, 0);
  const exact = scores.map((score) => (total > 0 ? score / total : 1 / scores.length) * parts);
  const whole = exact.map(Math.floor);
  const missing = parts - whole.reduce((sum, share) => sum + share, 0);

  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, missing)) whole[index] = (whole[index] ?? 0) + 1;

  return whole.map((share) => share / parts);
}
