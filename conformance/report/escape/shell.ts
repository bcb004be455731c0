/** Text as one word of a POSIX shell; control characters are written as escapes, so that a line stays a line. */
export function shellWord(text: string): string {
  if (/^[\w./:@=%+,-]+$/.test(text)) return text;
  return quotedWord(text);
}

/** The same, always in quotes. */
export function quotedWord(text: string): string {
  // Escapes in $'…' are of bash, zsh and POSIX 2024; plain quotes are read by every shell.
  if (!/[\p{Cc}\u2028\u2029]/u.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  return `$'${text.replace(/[\\']/g, '\\$&').replace(/[\p{Cc}\u2028\u2029]/gu, byteEscapes)}'`;
}

/** A character as the escapes of its bytes in UTF-8, which mean the same in every locale. */
function byteEscapes(sign: string): string {
  return [...new TextEncoder().encode(sign)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}
