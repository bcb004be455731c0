export type Json = Record<string, unknown>;

/** An answer that ends the request without a charge. */
export class ApiError extends Error {
  status: number;
  body: Json;
  headers: Record<string, string>;
  constructor(status: number, body: Json, headers: Record<string, string> = {}) {
    super(String(body.error ?? status));
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export function badField(field: string, message: string, extra: Json = {}): ApiError {
  return new ApiError(400, { error: 'Invalid request body', details: [{ field, message }], ...extra });
}

export function badQuery(field: string, message: string, status = 400): ApiError {
  return new ApiError(status, { error: 'Invalid query parameters', details: [{ field, message }] });
}
