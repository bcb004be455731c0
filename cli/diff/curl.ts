import { curlOf } from '#conformance/report/curl.ts';
import { shellWord } from '#conformance/report/escape/shell.ts';
import { Secrets } from '#conformance/report/secrets.ts';
import type { Change } from '#generators/compare/change.ts';
import { comparableSides } from '#generators/compare/comparable.ts';
import { underNewerNames } from '#generators/compare/fields/rename-schema.ts';
import type { ComparedOperation, ComparedView, Side } from '#generators/compare/side.ts';
import type { Burst, Witness, WitnessRequest } from '#generators/compare/witness.ts';
import { routeOf, sent, textOf } from './route.ts';
import { formText, headerText, pathText, queryText } from './written.ts';

/** The origin that stands for that of either deployment. */
const origin = 'http://url';

/** A witness that is a request. */
type RequestWitness = Extract<Witness, { readonly request: WitnessRequest }>;

function isRequest(witness: Witness | undefined): witness is RequestWitness {
  return witness !== undefined && 'request' in witness;
}

/** The witness of a change as a line for the shell, where it is a request. */
export function curlFor({ witness }: Change, before: Side, after: Side): { readonly curl?: string } {
  if (!isRequest(witness)) return {};
  const newer = witness.claim === 'request' && witness.accepted === 'after';
  const [was, is] = viewsOf(witness, before, after);
  const operation = operationIn(newer ? is : was, witness) ?? operationIn(newer ? was : is, witness);
  // What the service calls itself no caller can send.
  if (!operation || operation.sends) return {};
  const parts = newer ? underNewerNames(witness.request, witness.fields) : witness.request;
  const line = curlOf(requestOf(operation, parts), origin, new Secrets()).replace(`'${origin}`, `"$URL"'`);
  return { curl: witness.claim === 'calls' ? repeated(line, witness.calls) : line };
}

/** 404 or 405 if the newer release has no operation for a request that the older one accepts. */
export function refusalOf({ witness }: Change, before: Side, after: Side): { readonly refusal?: 404 | 405 } {
  if (witness?.claim !== 'request' || witness.accepted === 'after') return {};
  const [was, is] = viewsOf(witness, before, after);
  const operation = operationIn(was, witness);
  if (!operation || operation.sends || !is) return {};
  const request = sent(operation, underNewerNames(witness.request, witness.fields));
  if (routeOf(is, request)) return {};
  const isKnown = is.operations.some(({ method }) => routeOf(is, { ...request, method }) !== undefined);
  return { refusal: isKnown ? 405 : 404 };
}

function viewsOf({ host }: RequestWitness, before: Side, after: Side): (ComparedView | undefined)[] {
  const sides = comparableSides(before)(after);
  return [sides.before, sides.after].map(({ release }) => release.hosts.find((view) => view.host.id === host));
}

function operationIn(view: ComparedView | undefined, { operation }: RequestWitness): ComparedOperation | undefined {
  return view?.operations.find(({ id }) => id === operation);
}

/** A request as it is written, each part by the style of its parameters. */
function requestOf(operation: ComparedOperation, parts: WitnessRequest) {
  const { params, query, headers, cookies } = operation;
  const values = Object(parts.params);
  const path = operation.path.replace(/\{([^}+]+)\+?\}/g, (_, name: string) =>
    pathText(name, values[name] ?? name, Object(params?.properties)[name]),
  );
  const own = Object.entries(Object(parts.headers)).map(([name, value]): [string, string] => [
    name,
    headerText(value, Object(headers?.properties)[name]),
  ]);
  const cookie = queryText(parts.cookies, cookies).slice(1).replaceAll('&', '; ');
  const { body, type, form } = bodyOf(operation, parts);
  return {
    method: operation.method,
    path: `${path}${queryText(parts.query, query)}`,
    headers: {
      ...Object.fromEntries(own),
      ...(cookie !== '' && { cookie }),
      ...(type !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body }),
    ...(form && { form }),
  };
}

/** The body of a request in its media type, or the fields of a form. */
function bodyOf(operation: ComparedOperation, { body, contentType }: WitnessRequest) {
  if (body === undefined) return {};
  const type = contentType ?? operation.body?.contentType ?? 'application/json';
  // curl itself names the type of a form, with its boundary.
  if (type === 'multipart/form-data') {
    const fields = Object.entries(Object(body)).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((item): [string, string] => [name, partText(item)]),
    );
    return { form: fields };
  }
  if (type === 'application/x-www-form-urlencoded')
    return { type, body: formText(body, operation.media?.[type]?.encoding) };
  const isText = typeof body === 'string' && !/[/+]json\b/.test(type);
  return { type, body: isText ? body : JSON.stringify(body) };
}

function partText(value: unknown): string {
  return typeof value === 'object' && value !== null && !('rawJSON' in value) ? JSON.stringify(value) : textOf(value);
}

/** The run that proves that a rule is lost, where the change takes one away. */
export function runFor({ lostRule }: Change, { name }: Side): { readonly run?: string } {
  if (!lostRule) return {};
  const words = ['--host', lostRule.host, '--release', name, '--only', lostRule.rule].map(shellWord);
  return { run: `tollwright conform "$URL" ${words.join(' ')}` };
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
