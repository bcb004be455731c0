import { bundle } from '@apidevtools/swagger-parser';
import { append, nil } from '@hyperjump/json-pointer';
import type { Answer, IncomingCall } from '@tollwright/runtime/http/request';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** An emitted OpenAPI description that answers are held to. */
export interface DescribedOperation {
  /** Says where an answer departs from the description; `undefined` where it does not. */
  departure(call: Pick<IncomingCall, 'method' | 'path'>, answer: Answer): string | undefined;
  /** Operations of which no answer was judged so far. */
  unseen(): readonly string[];
}

/** As much of a description as is read here. */
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | undefined>>>>;
  readonly components: {
    readonly headers?: Readonly<Record<string, Header>>;
    readonly responses?: Readonly<Record<string, Response>>;
  };
}

interface Operation {
  readonly parameters?: readonly { readonly name?: string; readonly 'x-wide'?: boolean }[];
  readonly responses?: Readonly<Record<string, Response | undefined>>;
}

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>;
}

interface Header {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly schema?: unknown;
}

const base = 'description:/';

/** Reads the description of a host and judges responses by it with Ajv, which does not know the rules behind it. */
export async function readDescription(host: string): Promise<DescribedOperation> {
  // Bundled, it has only references within itself.
  const description: Description = JSON.parse(JSON.stringify(await bundle(`generated/openapi/${host}.json`)));
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...description, $id: base });
  const find = finderOf(description.paths);
  const unseen = new Set(
    Object.entries(description.paths).flatMap(([path, verbs]) => Object.keys(verbs).map((verb) => `${verb} ${path}`)),
  );

  /** Texts that were found right before, by place: most answers of a run repeat earlier ones. */
  const right = new Map<string, Set<string>>();

  /** The errors of a text, or of the JSON in it, by the schema at a place of the description. */
  function fault(place: readonly string[], text: string, read: (text: string) => unknown = String): string | undefined {
    const key = place.join(' ');
    const known = right.get(key) ?? new Set();
    if (known.has(text)) return undefined;
    const wrong = mistake(place, read(text));
    if (wrong === undefined && text.length < 10_000) right.set(key, known.add(text));
    return wrong;
  }

  function mistake(place: readonly string[], value: unknown): string | undefined {
    const pointer = place.reduce<string>((parent, step) => append(step, parent), nil);
    const reference = `${base}#${encodeURI(pointer)}`;
    const validate = ajv.getSchema(reference);
    if (!validate) throw new Error(`There is no schema at ${reference}.`);
    return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'body' });
  }

  function headerFault(place: readonly string[], response: Response, headers: Answer['headers']): string | undefined {
    const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    for (const [name, own] of Object.entries(response.headers ?? {})) {
      const shared = own.$ref?.split('/').at(-1);
      const header = shared === undefined ? own : description.components.headers?.[shared];
      const value = sent.get(name.toLowerCase());
      if (value === undefined && header?.required) return `the header ${name} is missing`;
      if (value === undefined || !header?.schema) continue;
      const at = shared === undefined ? [...place, 'headers', name] : ['components', 'headers', shared];
      const wrong = fault([...at, 'schema'], value);
      if (wrong !== undefined) return `the header ${name}: ${wrong}`;
    }
    return undefined;
  }

  function bodyFault(place: readonly string[], response: Response, answer: Answer): string | undefined {
    const sent = Object.entries(answer.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    const type = sent?.split(';')[0]?.trim();
    if (response.content === undefined) return type === undefined ? undefined : `a body of ${type} is not described`;
    const media = response.content[type ?? ''];
    if (!media) return `content of type ${type} is not described`;
    // Parts that are sent as they come are one text, and so they are described.
    if (!media.schema || answer.parts) return undefined;
    const text = typeof answer.body === 'string' ? answer.body : Buffer.from(answer.body ?? '').toString();
    return fault([...place, 'content', type ?? '', 'schema'], text, type === 'application/json' ? JSON.parse : String);
  }

  function departure({ method, path }: Pick<IncomingCall, 'method' | 'path'>, answer: Answer): string | undefined {
    const verb = method.toLowerCase();
    const template = find(path, verb);
    const operation = template === undefined ? undefined : description.paths[template]?.[verb];
    if (template === undefined || !operation?.responses) return undefined;
    unseen.delete(`${verb} ${template}`);
    const status = String(answer.status);
    const key = Object.hasOwn(operation.responses, status) ? status : `${status[0]}XX`;
    const written = operation.responses[key];
    const shared = written?.$ref?.split('/').at(-1);
    const response = shared === undefined ? written : description.components.responses?.[shared];
    const place =
      shared === undefined ? ['paths', template, verb, 'responses', key] : ['components', 'responses', shared];
    const wrong = response
      ? (headerFault(place, response, answer.headers) ?? bodyFault(place, response, answer))
      : 'the status is not described';
    return wrong && `${method} ${template} ${status}: ${wrong}`;
  }
  return { departure, unseen: () => [...unseen].sort() };
}

/** Finds the template of a path among those that take a method: what is written out goes before what is left open. */
function finderOf(paths: Description['paths']): (path: string, verb: string) => string | undefined {
  const isOpen = (segment: string) => segment.includes('{');
  const known = Object.entries(paths)
    .map(([template, operations]) => {
      const segments = template.split('/');
      const parameters = Object.values(operations).flatMap((operation) => operation?.parameters ?? []);
      const wide = new Set(parameters.flatMap((each) => (each['x-wide'] ? [each.name] : [])));
      const pattern = segments.map((segment) =>
        segment
          .replaceAll('.', String.raw`\.`)
          .replace(/\{([^}]+)\}/g, (_, name: string) => (wide.has(name) ? '.+' : '[^/]+')),
      );
      return {
        template,
        verbs: Object.keys(operations),
        pattern: new RegExp(`^${pattern.join('/')}$`),
        open: segments.filter(isOpen).length,
      };
    })
    .sort((one, other) => one.open - other.open);
  return (path, verb) => known.find(({ pattern, verbs }) => verbs.includes(verb) && pattern.test(path))?.template;
}
