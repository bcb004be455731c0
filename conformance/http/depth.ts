/** Whether a text that may be JSON has more than so many levels; brackets within its strings do not count. */
export function isDeeper(text: string, most: number): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) index = endOfString(text, index);
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > most) return true;
    } else if (code === 0x5d || code === 0x7d) depth = Math.max(0, depth - 1);
  }
  return false;
}

/** Where the string that begins at a quote ends; the quote itself where it does not. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x5c) index += 1;
    else if (code === 0x22) return index;
    else if (code === 0x0a) break;
  }
  return start;
}
