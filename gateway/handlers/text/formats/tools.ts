/** Reads the declarations of requests in each format: tools, the tool to call, and JSON Schemas of responses. */

import { isObject, read } from '@tollwright/runtime/values/json';
import type { ChatRequest, ChatTool, JsonSchema } from '../../../upstream/port.ts';

/** The part of a request to a model that describes its output. */
type OutputOptions = Pick<ChatRequest, 'tools' | 'toolChoice' | 'schema'>;

/** Reads the declarations of a chat completion. */
export function wantedOfChat(request: object): OutputOptions {
  const schema = schemaOf(read(request, 'response_format'), 'json_schema', 'schema');
  return wanted(toolsOf(request, 'function', 'parameters'), choiceOf(request, 'function'), schema);
}

/** Reads the declarations of a request in the Responses format. */
export function wantedOfResponse(request: object): OutputOptions {
  const schema = schemaOf(read(request, 'text', 'format'), 'schema');
  return wanted(toolsOf(request, undefined, 'parameters'), choiceOf(request), schema);
}

/** Reads the declarations of a message in the Anthropic format. */
export function wantedOfMessage(request: object): OutputOptions {
  const schema = schemaOf(read(request, 'output_config', 'format'), 'schema');
  return wanted(toolsOf(request, undefined, 'input_schema'), choiceOf(request), schema);
}

function wanted(
  tools: readonly ChatTool[],
  toolChoice: OutputOptions['toolChoice'],
  schema: JsonSchema | undefined,
): OutputOptions {
  return { ...(tools.length > 0 && { tools }), ...(toolChoice && { toolChoice }), ...(schema && { schema }) };
}

/** The declared functions; tools that providers have themselves, such as a web search, have no name or no schema. */
function toolsOf(request: object, inside: string | undefined, parameters: string): readonly ChatTool[] {
  const declared = read(request, 'tools');
  return (Array.isArray(declared) ? declared : []).flatMap((tool: unknown) => {
    const definition = inside === undefined ? tool : read(tool, inside);
    const name = read(definition, 'name');
    const schema = read(definition, parameters) ?? {};
    return typeof name === 'string' && isObject(schema) ? [{ name, parameters: { type: 'object', ...schema } }] : [];
  });
}

/** The choice of a tool; absent where the model chooses, as with `auto`. */
function choiceOf(request: object, inside?: string): OutputOptions['toolChoice'] {
  const choice = read(request, 'tool_choice');
  const name = inside === undefined ? read(choice, 'name') : read(choice, inside, 'name');
  if (typeof name === 'string') return { name };
  const kind = isObject(choice) ? choice.type : choice;
  if (kind === 'none') return 'none';
  return kind === 'required' || kind === 'any' ? 'any' : undefined;
}

/** The schema of a format. A format that asks for any JSON gets a schema of objects. */
function schemaOf(format: unknown, ...path: readonly string[]): JsonSchema | undefined {
  const type = read(format, 'type');
  const schema = read(format, ...path);
  if (type === 'json_object')
    return { type: 'object', properties: { simulated: { const: true } }, required: ['simulated'] };
  return type === 'json_schema' && isObject(schema) ? schema : undefined;
}
