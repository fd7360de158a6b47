/** What several users of one thing make once between them, by name, while somebody holds this. */
export interface MadeOnce {
  of<T>(name: string, make: () => Promise<T>): Promise<T>;
}

/** A failure is nobody's to keep: who asks next makes it anew. */
export function madeOnce(): MadeOnce {
  const made = new Map<string, Promise<unknown>>();
  const of = <T>(name: string, make: () => Promise<T>): Promise<T> => {
    const known = made.get(name);
    if (known !== undefined) return known as Promise<T>;
    const making = make();
    made.set(name, making);
    making.catch(() => made.delete(name));
    return making;
  };
  return { of };
}
