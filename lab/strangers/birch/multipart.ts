import { HttpError } from './http.ts';

/** One part of a form. */
export interface Part {
  name: string;
  filename?: string;
  type: string;
  data: Buffer;
}

function broken(message: string): HttpError {
  return new HttpError(400, { error: 'Invalid request body', details: [{ field: 'body', reason: message }] });
}

function parsePart(block: Buffer): Part {
  const split = block.indexOf('\r\n\r\n');
  if (split < 0) throw broken('a part of the form has no header');
  const head = block.subarray(0, split).toString('utf8');
  const name = /;\s*name="([^"]*)"/i.exec(head)?.[1];
  if (name === undefined) throw broken('a part of the form has no name');
  const filename = /;\s*filename="([^"]*)"/i.exec(head)?.[1];
  const type = /^content-type:\s*(\S+)/im.exec(head)?.[1] ?? 'text/plain';
  const data = block.subarray(split + 4);
  return filename === undefined ? { name, type, data } : { name, filename, type, data };
}

/** The parts of a `multipart/form-data` body. */
export function parseMultipart(body: Buffer, contentType: string): Part[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) throw broken('the content type has no boundary');
  const mark = Buffer.from(`--${boundary}`);
  const parts: Part[] = [];
  let at = body.indexOf(mark);
  while (at >= 0) {
    const start = at + mark.length;
    if (body.subarray(start, start + 2).toString() === '--') return parts;
    const end = body.indexOf(mark, start);
    if (end < 0) break;
    parts.push(parsePart(body.subarray(start + 2, end - 2)));
    at = end;
  }
  throw broken('the form does not end with its boundary');
}
