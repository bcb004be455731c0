import type { SchemaSource } from '../language/json-schema.ts';
import type { OperationSource } from '../language/operation.ts';
import type { TransportSource } from '../language/transport.ts';
import { at, type Located } from '../model/spec.ts';
import { schemaName } from '../model/view/schema.ts';
import type { Path } from '../reader/node.ts';
import type { Check, CheckContext } from './context.ts';

/** Checks what operations say of the headers of their requests. */
export const checkHeaders: Check = (context) => {
  const transports = [...context.spec.all('transport').values()].flatMap(({ value }) => namesIn(value));
  const taken = new Set([...reserved, ...transports.map((name) => name.toLowerCase())]);
  for (const operation of context.spec.all('operation').values()) checkOperation(context, operation, taken);
};

/** Headers that HTTP itself or its servers give a meaning. */
const reserved = [
  ...['accept', 'authorization', 'connection', 'content-encoding', 'content-length', 'content-type', 'cookie', 'date'],
  ...['expect', 'host', 'keep-alive', 'origin', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'user-agent'],
];

/** The headers of payments. */
function namesIn({ challenge, payment, receipt }: TransportSource): string[] {
  return [challenge, payment, receipt].flatMap((part) => Object.keys(part?.headers ?? {}));
}

/** Keywords that the schema of all headers may have: what it says of other headers would concern those of HTTP. */
const keywords = new Set(['type', 'title', 'description', 'required', 'properties', 'from', 'status']);

const scalars: readonly unknown[] = ['string', 'integer', 'number', 'boolean'];

function checkOperation(
  { spec, diagnostics }: CheckContext,
  operation: Located<OperationSource>,
  taken: ReadonlySet<string>,
): void {
  const { headers } = operation.value;
  if (headers === undefined) return;
  const resolved = (schema: string | SchemaSource): SchemaSource | undefined => {
    if (typeof schema === 'string') return spec.get('schema', schemaName(schema))?.value;
    return schema.$ref === undefined ? schema : resolved(schema.$ref);
  };
  const place = (path: Path, part?: 'key') =>
    at(
      operation,
      typeof headers === 'string' ? ['headers'] : ['headers', ...path],
      typeof headers === 'string' ? undefined : part,
    );
  const all = resolved(headers);
  const other = Object.keys(all ?? {}).find((keyword) => !keywords.has(keyword));
  if (other !== undefined) diagnostics.report('header-keyword', place([other], 'key'), other);
  for (const [name, property] of Object.entries(all?.properties ?? {})) {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || taken.has(name))
      diagnostics.report('header-name', place(['properties', name], 'key'), name);
    const schema = resolved(property);
    if (schema && !scalars.includes(schema.type)) diagnostics.report('header-type', place(['properties', name]), name);
    if ((property.default ?? schema?.default) !== undefined)
      diagnostics.report('header-default', place(['properties', name]), name);
  }
}
