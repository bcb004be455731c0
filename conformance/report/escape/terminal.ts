/** Marks that change the direction of the text after them, by which a line reads as another one than it is. */
const directions = '\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069';

const unsafe = new RegExp(`[\\p{Cc}\\u2028\\u2029${directions}]`, 'gu');

/**
 * Text for a terminal: control characters and marks of direction are shown as `\u001b`, so that it cannot control the
 * terminal of its reader. Line breaks are shown, too: a text is one line.
 */
export function terminalText(text: string): string {
  return text.replace(unsafe, escaped);
}

/** The same for a text of several lines, whose line breaks stay. */
export function terminalLines(text: string): string {
  return text.split('\n').map(terminalText).join('\n');
}

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
