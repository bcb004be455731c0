import { htmlText } from './html.ts';

/** Signs that Markdown reads, and their entities, which it shows. */
const signs = /[\\`*_[\]()|~#>!+.=-]/g;

/** An invisible space, after which no mention, reference or address is recognized. */
const gap = '&#8203;';

/** Text as Markdown shows it, on one line, also in a cell of a table; it mentions nobody and links to nothing. */
export function markdownText(text: string): string {
  return htmlText(text.replace(/[\p{Cc}\s]+/gu, ' '))
    .replace(/&#39;|&quot;|&amp;|&lt;|&gt;|[\\`*_[\]()|~#>!+.=-]/g, (sign) => (sign.length > 1 ? sign : entity(sign)))
    .replace(/@|&#35;/g, (sign) => `${sign}${gap}`)
    .replace(/:\/\//g, `:${gap}//`)
    .replace(/\b(www)(?=&#46;)/gi, `$1${gap}`);
}

/** Text as code in Markdown, on one line, whatever is in it. */
export function markdownCode(text: string): string {
  return `<code>${htmlText(text.replace(/[\p{Cc}\s]+/gu, ' ')).replace(signs, entity)}</code>`;
}

/** A sentence, in which words between backticks are set as code. */
export function markdownSentence(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`[^`]+`$/.test(part) ? markdownCode(part.slice(1, -1)) : markdownText(part)))
    .join('');
}

function entity(sign: string): string {
  return `&#${sign.charCodeAt(0)};`;
}
