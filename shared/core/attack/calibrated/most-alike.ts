export interface Neighbour {
  readonly term: number;
  readonly cosine: number;
}

/** The nearest of the candidates, nearest first and at equal cosine in their order: at most `most` of them, each at least `least` near. */
export function mostAlike(candidates: Int32Array, cosines: Float64Array, most: number, least: number): Neighbour[] {
  const found: Neighbour[] = [];
  let bar = least;
  for (let index = 0; index < candidates.length; index += 1) {
    const cosine = cosines[index] as number;
    if (!(cosine >= bar)) continue;
    let place = found.length;
    while (place > 0 && (found[place - 1] as Neighbour).cosine < cosine) place -= 1;
    if (place >= most) continue;
    found.splice(place, 0, { term: candidates[index] as number, cosine });
    if (found.length > most) found.pop();
    if (found.length === most) bar = Math.max(least, (found.at(-1) as Neighbour).cosine);
  }
  return found;
}
