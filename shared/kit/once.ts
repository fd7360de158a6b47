/** Makes something when it is first asked for; what failed is made anew by the next one that asks. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    if (made !== null) return made;
    const making = make();
    made = making;
    making.catch(() => {
      made = null;
    });
    return making;
  };
}
