import { fileOf } from '@tollwright/runtime/client/form';
import type { SentRequest } from '../http/exchange.ts';
import { quotedWord } from './escape/shell.ts';
import type { Secrets } from './secrets.ts';

/** Headers that every HTTP client adds by itself, and the id of one request, which is no part of a repetition. */
const implied = new Set(['accept', 'accept-encoding', 'user-agent', 'content-length', 'host', 'x-request-id']);

/**
 * Writes a request as one `curl` line that can be pasted into a shell; secrets are replaced by variables.
 *
 * `nameOf` returns the name of the variable that replaces the value of a payment header.
 */
export function curlOf(
  { method, path, headers, payment, body, form }: SentRequest,
  url: string,
  secrets: Secrets,
  nameOf: (payment: string) => string = () => 'PAYMENT',
): string {
  const parts = ['curl', '-i'];
  if (method !== 'GET' || body !== undefined) parts.push('-X', method);
  parts.push(quote(new URL(url).origin + path, secrets));
  for (const [name, value] of Object.entries(headers)) {
    if (implied.has(name)) continue;
    parts.push('-H', name === payment?.header ? `"${name}: $${nameOf(value)}"` : quote(`${name}: ${value}`, secrets));
  }
  const file = body === undefined ? undefined : fileOf(body);
  if (file) parts.push('--data-binary', `@<(base64 -d <<< ${file.base64})`);
  else if (body !== undefined) parts.push('--data-raw', quote(body, secrets));
  for (const [name, value] of form ?? []) parts.push(...formField(name, value, secrets));
  return parts.join(' ');
}

/** A form field; the shell decodes the content of a file. Of a text, curl reads no sign as its own. */
function formField(name: string, value: string, secrets: Secrets): string[] {
  const file = fileOf(value);
  if (!file) return ['--form-string', quote(`${name}=${value}`, secrets)];
  return ['-F', `${quote(`${name}=@`, secrets)}<(base64 -d <<< ${file.base64})${quote(`;type=${file.type}`, secrets)}`];
}

/** Quotes text for a shell: in double quotes where it contains a secret, so that its variable is expanded. */
function quote(text: string, secrets: Secrets): string {
  if (secrets.redact(text) === text) return quotedWord(text);
  return `"${secrets.redact(text.replace(/["\\$`]/g, '\\$&'))}"`;
}
