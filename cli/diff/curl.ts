import { curlOf } from '#conformance/report/curl.ts';
import { Secrets } from '#conformance/report/secrets.ts';
import type { Change } from '#generators/compare/change.ts';
import { comparableSides } from '#generators/compare/comparable.ts';
import { underNewerNames } from '#generators/compare/fields/rename-schema.ts';
import type { Side } from '#generators/compare/side.ts';
import type { Burst } from '#generators/compare/witness.ts';
import { sent, textOf } from './route.ts';

/** The origin that stands for that of either deployment. */
const origin = 'http://url';

/** The witness of a change as a line for the shell, where it is a request. */
export function curlFor({ witness }: Change, before: Side, after: Side): { readonly curl?: string } {
  if (!witness || witness.claim === 'trace' || witness.claim === 'response') return {};
  const newer = witness.claim === 'request' && witness.accepted === 'after';
  const { before: older, after: now } = comparableSides(before)(after);
  const sides = newer ? [now, older] : [older, now];
  const views = sides.flatMap(({ release }) => release.hosts.filter(({ host }) => host.id === witness.host));
  const operation = views.flatMap(({ operations }) => operations).find(({ id }) => id === witness.operation);
  // What the service calls itself no caller can send.
  if (!operation || operation.sends) return {};

  const parts = newer ? underNewerNames(witness.request, witness.fields) : witness.request;
  const { path, method } = sent(operation, parts);
  const { body, query, headers } = parts;
  const search = new URLSearchParams(
    Object.entries(Object(query)).map(([name, value]): [string, string] => [name, textOf(value)]),
  );
  const text = search.size > 0 ? `?${search}` : '';
  const request = {
    method,
    path: `${path}${text}`,
    headers: {
      ...Object(headers),
      ...(body !== undefined && { 'content-type': parts.contentType ?? operation.body?.contentType }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
  const line = curlOf(request, origin, new Secrets()).replace(`'${origin}`, `"$URL"'`);
  return { curl: witness.claim === 'calls' ? repeated(line, witness.calls) : line };
}

/** The run that proves that a rule is lost, where the change takes one away. */
export function runFor({ lostRule }: Change, { name }: Side): { readonly run?: string } {
  if (!lostRule) return {};
  const words = ['--host', lostRule.host, '--release', name, '--only', lostRule.rule].map(quoted);
  return { run: `tollwright conform "$URL" ${words.join(' ')}` };
}

function quoted(word: string): string {
  return /^[\w./:@~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A line for the shell that makes a call in bursts. */
function repeated(line: string, bursts: readonly Burst[]): string {
  return bursts
    .map(({ at, calls }, index) => {
      const pause = at - (bursts[index - 1]?.at ?? 0);
      return `${pause > 0 ? `sleep ${pause}; ` : ''}for call in $(seq ${calls}); do ${line}; done`;
    })
    .join('; ');
}
