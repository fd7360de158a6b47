interface Assignment {
  /** For each row its column; -1 for the rows left over when there are more rows than columns. */
  readonly columnOf: Int32Array;
  readonly cost: number;
}

/**
 * Exact assignment at least total cost: all of the shorter side, each to one of the other side. `costs` is row-major and
 * may be negative; Infinity forbids a pair, and null says that the forbidden pairs leave no complete assignment.
 * Shortest augmenting paths with potentials (Kuhn, Munkres; the form of Jonker and Volgenant): O(shorter^2 x longer).
 * The first of several equally cheap columns wins, so the result depends on nothing but the matrix.
 */
export function assign(rows: number, columns: number, costs: Float64Array): Assignment | null {
  if (costs.length !== rows * columns) throw new RangeError(`${rows} x ${columns} costs wanted, ${costs.length} given`);
  if (rows > columns) return turned(assign(columns, rows, transposed(rows, columns, costs)), rows);
  const rowPotential = new Float64Array(rows);
  const columnPotential = new Float64Array(columns);
  const rowOf = new Int32Array(columns).fill(-1);
  const distance = new Float64Array(columns);
  const cameFrom = new Int32Array(columns);
  const scanned = new Uint8Array(columns);

  for (let start = 0; start < rows; start += 1) {
    distance.fill(Infinity);
    cameFrom.fill(-1);
    scanned.fill(0);
    let row = start;
    let reached = 0;
    let last = -1;
    let free = -1;
    for (;;) {
      let nearest = -1;
      for (let column = 0; column < columns; column += 1) {
        if (scanned[column] === 1) continue;
        const through = reached + at(costs, row * columns + column) - at(rowPotential, row) - at(columnPotential, column);
        if (through < at(distance, column)) {
          distance[column] = through;
          cameFrom[column] = last;
        }
        if (nearest === -1 || at(distance, column) < at(distance, nearest)) nearest = column;
      }
      if (nearest === -1 || at(distance, nearest) === Infinity) break;
      reached = at(distance, nearest);
      scanned[nearest] = 1;
      const owner = rowOf[nearest];
      if (owner === -1) {
        free = nearest;
        break;
      }
      last = nearest;
      row = owner;
    }
    if (free === -1) return null;
    rowPotential[start] = at(rowPotential, start) + reached;
    for (let column = 0; column < columns; column += 1) {
      if (scanned[column] === 0 || column === free) continue;
      const slack = reached - at(distance, column);
      const owner = rowOf[column];
      rowPotential[owner] = at(rowPotential, owner) + slack;
      columnPotential[column] = at(columnPotential, column) - slack;
    }
    for (let column = free; column !== -1; ) {
      const before = cameFrom[column];
      rowOf[column] = before === -1 ? start : rowOf[before];
      column = before;
    }
  }

  const columnOf = new Int32Array(rows).fill(-1);
  let cost = 0;
  for (let column = 0; column < columns; column += 1) if (rowOf[column] !== -1) columnOf[rowOf[column]] = column;
  for (let row = 0; row < rows; row += 1) if (columnOf[row] !== -1) cost += at(costs, row * columns + columnOf[row]);
  return { columnOf, cost };
}

const at = (values: Float64Array, index: number): number => values[index];

function turned(assignment: Assignment | null, rows: number): Assignment | null {
  if (assignment === null) return null;
  const columnOf = new Int32Array(rows).fill(-1);
  assignment.columnOf.forEach((row, column) => {
    if (row !== -1) columnOf[row] = column;
  });
  return { columnOf, cost: assignment.cost };
}

/** From row-major to column-major. */
export function transposed(rows: number, columns: number, matrix: Float64Array): Float64Array {
  const out = new Float64Array(matrix.length);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) out[column * rows + row] = matrix[row * columns + column];
  return out;
}
