/** Signs that Markdown or HTML reads within a line. */
const signs = /[&<>\\`*_[\]|~#!@]/g;

/** An invisible space, after which no mention, reference or address is recognized. */
const gap = '&#8203;';

/** Text as Markdown shows it within a line or table, without mentions and links. */
export function markdownText(text: string): string {
  return oneLine(text)
    .replace(signs, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/&#(?:64|35);/g, (sign) => sign + gap)
    .replaceAll('://', `:${gap}//`)
    .replace(/\bwww\./gi, (start) => `${start.slice(0, 3)}${gap}.`);
}

/** Text as code in Markdown, on one line, whatever is in it. */
export function markdownCode(text: string): string {
  const line = oneLine(text);
  // Between backticks nothing is read but a backtick, and the border of a cell.
  if (!/[`|]|^ ?$/.test(line)) return `\`${line}\``;
  return `<code>${markdownText(line)}</code>`;
}

/** A sentence, in which words between backticks are set as code. */
export function markdownSentence(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`[^`]+`$/.test(part) ? markdownCode(part.slice(1, -1)) : markdownText(part)))
    .join('');
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ');
}
