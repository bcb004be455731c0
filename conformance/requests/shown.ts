/** A value in a sentence: its JSON, shortened. */
export function shown(value: unknown): string {
  const text = [...(JSON.stringify(value) ?? String(value))];
  const length = typeof value === 'string' ? ` (${[...value].length} characters)` : '';
  return text.length > 60 ? `${text.slice(0, 50).join('')}…${length}` : text.join('');
}
