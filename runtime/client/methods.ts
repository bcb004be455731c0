import type { StreamEvent } from '../operation.ts';
import type { Answer, Caller, Settings } from './caller.ts';
import type { Parts } from './request.ts';
import { callAndWait, type Polling, pollUntilEnded, type Waiting } from './wait.ts';

/** A part of a request, as a method is given it. */
type Part = keyof Parts;

/** A method of a client: the parts of the request in the order that it names, then how the call is made. */
export type Method<Args extends readonly unknown[], Options, Result> = (
  ...args: [...Args, options?: Options]
) => Result;

/** A method that calls an operation. */
export type Call<T, Args extends readonly unknown[]> = Method<Args, Settings, Promise<Answer<T>>>;

/** A method that reads the events of an answer as they are made. */
export type Stream<Args extends readonly unknown[]> = Method<Args, Settings, AsyncIterable<StreamEvent>>;

/** A method that polls until what it asked for has ended. */
export type Wait<T, Args extends readonly unknown[]> = Method<Args, Waiting, Promise<Answer<T>>>;

/** Makes the methods of a client; each is told its operation and the parts that it takes, in their order. */
export function methodsOf(caller: Caller) {
  return {
    call:
      <T, Args extends readonly unknown[] = []>(operation: string, ...names: readonly Part[]): Call<T, Args> =>
      (...args) =>
        caller.call<T>(operation, partsOf(names, args), optionsOf<Settings>(names, args)),

    /** `asks` is the field of a body by which a stream is asked for, `done` the data that ends it. */
    stream:
      <Args extends readonly unknown[]>(
        operation: string,
        { asks, done }: { readonly asks?: string; readonly done?: string },
        ...names: readonly Part[]
      ): Stream<Args> =>
      (...args) => {
        const { body, ...parts } = partsOf(names, args);
        const asking = asks === undefined ? body : { ...Object(body), [asks]: true };
        const sent = { ...parts, ...(names.includes('body') && { body: asking }) };
        return caller.stream(operation, sent, done, optionsOf<Settings>(names, args));
      },

    callAndWait:
      <T, Args extends readonly unknown[]>(
        operation: string,
        polling: Polling,
        ...names: readonly Part[]
      ): Wait<T, Args> =>
      (...args) =>
        callAndWait<T>(caller, operation, partsOf(names, args), polling, optionsOf<Waiting>(names, args)),

    pollUntilEnded:
      <T, Args extends readonly unknown[]>(polling: Polling, ...names: readonly Part[]): Wait<T, Args> =>
      (...args) =>
        pollUntilEnded<T>(caller, partsOf(names, args), polling, optionsOf<Waiting>(names, args)),
  };
}

function partsOf(names: readonly Part[], args: readonly unknown[]): Parts {
  return Object.fromEntries(names.map((name, index) => [name, args[index]]));
}

/** What a method is given after the parts; its type puts it there. */
function optionsOf<Options>(names: readonly Part[], args: readonly unknown[]): Options | undefined {
  return args[names.length] as Options | undefined;
}
