/** Multipart bodies, turned into the JSON form of the same request. */
import { customs } from './customs.ts';
import { law } from './law.ts';
import { type Ask, type Obj, Refusal } from './wire.ts';

async function dataUri(part: File | string): Promise<string> {
  if (typeof part === 'string') return part;
  const type = part.type.startsWith('image/') ? part.type : 'image/png';
  return `data:${type};base64,${Buffer.from(await part.arrayBuffer()).toString('base64')}`;
}

/** Turns a multipart body into the JSON form of the same request. */
export async function fromParts(ask: Ask): Promise<Obj> {
  const type = ask.headers['content-type'] ?? '';
  let parts: FormData;
  try {
    parts = await new Response(new Uint8Array(ask.raw), { headers: { 'content-type': type } }).formData();
  } catch {
    throw new Refusal(law.invalidStatus, {
      error: 'Invalid request body',
      details: [{ field: 'body', message: 'broken multipart' }],
    });
  }
  const body: Obj = {};
  const images: string[] = [];
  for (const [name, part] of parts) {
    if (name === 'image' || name === 'image[]') images.push(await dataUri(part));
    else if (name === 'mask') body.mask = await dataUri(part);
    else if (typeof part === 'string') body[name] = name === 'n' ? Number(part) : part;
  }
  const kept = customs.images.files(images);
  if (kept.length > 0) body.image = kept.length === 1 ? kept[0] : kept;
  return body;
}
