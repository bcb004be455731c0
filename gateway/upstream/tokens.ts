const charactersPerToken = 4;

/** Estimates the tokens of some texts: a quarter of their code points, rounded up. */
export function countTokens(...texts: readonly string[]): number {
  const characters = texts.reduce((sum, text) => sum + [...text].length, 0);
  return Math.ceil(characters / charactersPerToken);
}

/** Cuts a text after as many tokens as `countTokens` would count. */
export function takeTokens(text: string, tokens: number): string {
  return [...text].slice(0, tokens * charactersPerToken).join('');
}
