import type { Answer, Caller, Settings } from './caller.ts';
import type { EventStream } from './events.ts';
import { type Paging, pagesOf } from './pages.ts';
import type { Parts } from './request.ts';
import { callAndWait, type Polling, pollUntilEnded, type WaitOptions } from './wait.ts';

/** A part of a request. */
type Part = keyof Parts;

/** A method of a client: the parts of the request in their order, then how the call is made. */
export type Method<Args extends readonly unknown[], Options, Result> = (
  ...args: [...Args, options?: Options]
) => Result;

/** A method that calls an operation. */
export type Call<T, Args extends readonly unknown[]> = Method<Args, Settings, Promise<Answer<T>>>;

/** A method that reads page after page. */
export type Pages<T, Args extends readonly unknown[]> = Method<Args, Settings, AsyncGenerator<Answer<T>>>;

/** A method that reads the events of a response as they arrive. */
export type Stream<Event, Args extends readonly unknown[]> = Method<Args, Settings, EventStream<Event>>;

/** A method that polls until a job or another resource has reached its last state. */
export type Wait<T, Args extends readonly unknown[]> = Method<Args, WaitOptions, Promise<Answer<T>>>;

/** A request as you write it: fields with a default are optional. */
export type Sendable<Request, Defaulted extends keyof Request> = Omit<Request, Defaulted> &
  Partial<Pick<Request, Defaulted>>;

/** Makes the methods of a client; each takes its operation and the parts of its request, in their order. */
export function methodsOf(caller: Caller) {
  return {
    call:
      <T, Args extends readonly unknown[] = []>(operation: string, ...names: readonly Part[]): Call<T, Args> =>
      (...args) =>
        caller.call<T>(operation, partsOf(names, args), optionsOf<Settings>(names, args)),

    pages:
      <T, Args extends readonly unknown[]>(
        operation: string,
        paging: Paging,
        ...names: readonly Part[]
      ): Pages<T, Args> =>
      (...args) =>
        pagesOf<T>(caller, operation, partsOf(names, args), paging, optionsOf<Settings>(names, args)),

    /** `flag` is the field of a body that requests a stream, `done` the data that ends it. */
    stream:
      <Event, Args extends readonly unknown[]>(
        operation: string,
        { flag, done }: { readonly flag?: string; readonly done?: string },
        ...names: readonly Part[]
      ): Stream<Event, Args> =>
      (...args) => {
        const { body, ...parts } = partsOf(names, args);
        const flagged = flag === undefined ? body : { ...Object(body), [flag]: true };
        const sent = { ...parts, ...(names.includes('body') && { body: flagged }) };
        return caller.stream<Event>(operation, sent, done, optionsOf<Settings>(names, args));
      },

    callAndWait:
      <T, Args extends readonly unknown[]>(
        operation: string,
        polling: Polling,
        ...names: readonly Part[]
      ): Wait<T, Args> =>
      (...args) =>
        callAndWait<T>(caller, operation, partsOf(names, args), polling, optionsOf<WaitOptions>(names, args)),

    pollUntilEnded:
      <T, Args extends readonly unknown[]>(polling: Polling, ...names: readonly Part[]): Wait<T, Args> =>
      (...args) =>
        pollUntilEnded<T>(caller, partsOf(names, args), polling, optionsOf<WaitOptions>(names, args)),
  };
}

function partsOf(names: readonly Part[], args: readonly unknown[]): Parts {
  return Object.fromEntries(names.map((name, index) => [name, args[index]]));
}

/** The argument after the parts; the type of the method puts it there. */
function optionsOf<Options>(names: readonly Part[], args: readonly unknown[]): Options | undefined {
  return args[names.length] as Options | undefined;
}
