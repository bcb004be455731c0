import { formatOf, isContentType } from '../common/body-format.ts';
import type { OperationSource } from '../language/operation.ts';
import { selectable, serves } from '../model/hosts.ts';
import { at, type Located } from '../model/spec.ts';
import { exampleOf } from '../model/view/operation.ts';
import type { Check, CheckContext } from './context.ts';

/** Checks what operations accept as bodies: their content types, and what is said of bodies that are no JSON. */
export const checkBodies: Check = (context) => {
  for (const operation of context.spec.all('operation').values()) {
    checkBody(context, operation);
    checkAlso(context, operation);
  }
};

/** Keywords that a schema of bytes may have: the others would read their data URI. */
const keywordsOfBytes = new Set(['type', 'title', 'description', 'examples', 'from', 'status']);

function checkBody(context: CheckContext, operation: Located<OperationSource>): void {
  const { diagnostics } = context;
  const { body } = operation.value;
  if (!body) return;
  const written = body['content-type'] ?? [];
  const [first = 'application/json'] = [written].flat();
  const shape = shapeOf(first);
  for (const [index, type] of [written].flat().entries()) {
    const path = ['body', 'content-type', ...(Array.isArray(written) ? [index] : [])];
    if (!isContentType(type)) diagnostics.report('body-content-type', at(operation, path), type);
    else if (shapeOf(type) !== shape) diagnostics.report('body-types-mixed', at(operation, path), type, first);
  }
  if (shape === 'fields') return;
  const schema = typeof body.schema === 'string' ? context.spec.get('schema', body.schema)?.value : body.schema;
  if (schema?.type !== 'string') diagnostics.report('body-not-text', at(operation, ['body', 'schema']), first);
  if (shape === 'text') return;
  const other = Object.keys(schema ?? {}).find((keyword) => !keywordsOfBytes.has(keyword));
  if (other !== undefined) diagnostics.report('body-bytes-keyword', at(operation, ['body', 'schema']), other);
  for (const host of selectable(context.spec)) {
    const { body: example } = exampleOf(operation.value.example, host);
    if (serves(operation, host) && !isFile(example))
      diagnostics.report('body-bytes-example', at(operation, ['example']), first);
  }
}

/** Checks the content types that `Accept` may ask for: the schema of a response describes its JSON alone. */
function checkAlso({ diagnostics }: CheckContext, operation: Located<OperationSource>): void {
  const varied = Object.entries(operation.value.responses).filter(([, { also }]) => also);
  for (const [index, [http, { also = [] }]] of varied.entries()) {
    const path = ['responses', http, 'also'];
    const wrong = also.find((type) => !isContentType(type) || formatOf(type) === 'json');
    if (wrong !== undefined) diagnostics.report('response-also-type', at(operation, path), wrong);
    else if (index > 0 || !http.startsWith('2') || operation.value.stream || operation.value.machine)
      diagnostics.report('response-also-place', at(operation, path, 'key'));
  }
}

/** The shape of a body in requests: the fields of an object, a text, or a data URI. */
function shapeOf(type: string): 'fields' | 'text' | 'bytes' {
  const format = formatOf(type);
  return format === 'text' || format === 'bytes' ? format : 'fields';
}

function isFile(example: unknown): boolean {
  return typeof example === 'string' && /^data:[^,;]+;base64,[A-Za-z0-9+/=]*$/.test(example);
}
