import { htmlText } from './html.ts';

/** Entities of HTML, which stay, and signs that Markdown reads within a line. */
const signs = /&(?:amp|lt|gt|quot|#39);|[\\`*_[\]|~#>!@]/g;

/** An invisible space, after which no mention, reference or address is recognized. */
const gap = '&#8203;';

/** Text as Markdown shows it after other text of a line, also in a cell of a table; it mentions nobody and links to nothing. */
export function markdownText(text: string): string {
  return htmlText(oneLine(text))
    .replace(signs, entity)
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

function entity(sign: string): string {
  return sign.length > 1 ? sign : `&#${sign.charCodeAt(0)};`;
}
