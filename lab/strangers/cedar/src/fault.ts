/** The one fault of this process, if any. `on('x')` is the switch next to the line that the fault bends. */
let active: string | null = null;
export function setFault(id: string | null): void {
  active = id;
}
export function on(id: string): boolean {
  return active === id;
}
