/** Hands out names that have not been given before: `role`, `role2`. */
export function uniqueNames(taken: Iterable<string> = []): (wanted: string) => string {
  const used = new Set(taken);
  return (wanted) => {
    let name = wanted;
    for (let number = 2; used.has(name); number += 1) name = `${wanted}${number}`;
    used.add(name);
    return name;
  };
}
