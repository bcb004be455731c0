import { HttpError } from './http.ts';

/** One part of a `multipart/form-data` body. */
export interface Part {
  name: string;
  type: string;
  isFile: boolean;
  bytes: Buffer;
}

/** Splits a `multipart/form-data` body. */
export function parseMultipart(body: Buffer, contentType: string): Part[] {
  const match = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) throw malformed('has no boundary');
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  const parts: Part[] = [];
  let at = body.indexOf(delimiter);
  while (at >= 0) {
    const start = at + delimiter.length;
    if (body.toString('latin1', start, start + 2) === '--') return parts;
    const next = body.indexOf(Buffer.concat([Buffer.from('\r\n'), delimiter]), start);
    if (next < 0) break;
    parts.push(parsePart(body.subarray(start + 2, next)));
    at = next + 2;
  }
  throw malformed('does not end');
}

function parsePart(part: Buffer): Part {
  const end = part.indexOf('\r\n\r\n');
  if (end < 0) throw malformed('has a part without headers');
  const head = part.toString('utf8', 0, end);
  const name = /^content-disposition:[^\r\n]*[;\s]name="([^"]*)"/im.exec(head)?.[1];
  if (name === undefined) throw malformed('has a part without a name');
  return {
    name,
    type: /^content-type:\s*([^\s;]+)/im.exec(head)?.[1] ?? 'application/octet-stream',
    isFile: /^content-disposition:[^\r\n]*;\s*filename/im.test(head),
    bytes: part.subarray(end + 4),
  };
}

function malformed(what: string): HttpError {
  return new HttpError(400, `The multipart body ${what}`);
}
