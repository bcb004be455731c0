/** Text as HTML shows it, in an element or in a quoted attribute. */
export function htmlText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** The same for a sentence, in which words between backticks are set as code. */
export function htmlSentence(text: string): string {
  return htmlText(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
