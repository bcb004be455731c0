/** The express application that carries the operations, and the plain server of the control API. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { serveControl } from './control.ts';
import { type Operation, refused } from './flow.ts';
import type { Gateway } from './gateway.ts';
import { SEGMENTS } from './hosts.ts';
import { type Answer, type Call, readRaw, send } from './http.ts';

const EMPTY = Buffer.alloc(0);

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A template as the pattern of a path, with the names of what it captures. */
function patternOf(operation: Operation): { pattern: RegExp; names: string[] } {
  const names: string[] = [];
  const parts = operation.template.split(/(\{\w+\*?\})/).map((part) => {
    const name = /^\{(\w+)(\*?)\}$/.exec(part);
    if (name === null) return quoted(part);
    const [, key = '', star] = name;
    const vendor = SEGMENTS[key as keyof typeof SEGMENTS];
    if (vendor !== undefined) return quoted(vendor);
    names.push(key);
    const values = operation.values[key];
    if (values !== undefined) return `(${values.map(quoted).join('|')})`;
    return star === '*' ? '(.+)' : '([^/]+)';
  });
  return { pattern: new RegExp(`^${parts.join('')}$`), names };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function handlerOf(gateway: Gateway, operation: Operation, delayMs: number): [RegExp, express.RequestHandler] {
  const { pattern, names } = patternOf(operation);
  const handle: express.RequestHandler = async (req, res) => {
    let answer: Answer;
    try {
      const found = pattern.exec(req.path) ?? [];
      const params: Record<string, string> = {};
      for (const [index, name] of names.entries()) params[name] = decoded(found[index + 1] ?? '');
      const mark = req.url.indexOf('?');
      const call: Call = {
        gateway,
        req,
        res,
        method: req.method,
        path: req.path,
        params,
        query: new URLSearchParams(mark < 0 ? '' : req.url.slice(mark + 1)),
        raw: req.method === 'POST' ? await readRaw(req) : EMPTY,
        ip: req.socket.remoteAddress ?? '',
      };
      answer = await operation.serve(call);
    } catch (error) {
      answer = refused(error);
    }
    if (delayMs > 0) await new Promise((done) => setTimeout(done, delayMs));
    send(res, answer);
  };
  return [pattern, handle];
}

function application(gateway: Gateway, delayMs: number): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  for (const operation of gateway.operations) {
    const [pattern, handle] = handlerOf(gateway, operation, delayMs);
    for (const method of operation.methods) app[method === 'GET' ? 'get' : 'post'](pattern, handle);
  }
  app.use(async (req, res) => {
    if (delayMs > 0) await new Promise((done) => setTimeout(done, delayMs));
    const { bareV1Status } = gateway.rules.limits;
    const status = req.path.startsWith('/v1/') ? bareV1Status : 404;
    send(res, { status, body: { path: req.path, error: 'Not found' } });
  });
  const broken: express.ErrorRequestHandler = (_error, _req, res, _next) => {
    send(res, { status: 400, body: { error: 'Bad request' } });
  };
  app.use(broken);
  return app;
}

function listen(server: Server, port: number): Promise<string> {
  server.keepAliveTimeout = 65_000;
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', 4096, () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}

export interface Running {
  url: string;
  control: string;
  stop: () => void;
}

export interface Options {
  port: number;
  controlPort: number;
  token: string;
  delayMs: number;
}

export async function run(gateway: Gateway, options: Options): Promise<Running> {
  const main = createServer(application(gateway, options.delayMs));
  const control = createServer((req, res) => {
    serveControl(gateway, options.token, req).then(
      (answer) => send(res, answer),
      (error: unknown) => send(res, refused(error)),
    );
  });
  const url = await listen(main, options.port);
  const controlUrl = await listen(control, options.controlPort);
  const stop = () => {
    for (const server of [main, control]) {
      server.close();
      server.closeAllConnections();
    }
  };
  return { url, control: controlUrl, stop };
}
