/** A figure that is published: this many people are in these cells together, or `times` as many of each. */
export type Equation = { cells: readonly number[]; times?: readonly number[]; total: number }
type Sought = { size: number; sumOf: readonly number[] }

const CLOSE = 1e-7

/** Which numbers of people some cells can have together, by everything that is published: a linear program over cells of nobody or more. */
export function findRange(
  equations: readonly Equation[],
  { size, sumOf }: Sought,
): { least: number; most: number } {
  const { open, rest, known } = takeKnown(equations, size)
  const sure = sumOf.reduce((sum, cell) => sum + (known.get(cell) ?? 0), 0)
  const goal = open.map((cell) => (sumOf.includes(cell) ? 1 : 0))
  if (!goal.includes(1)) return { least: sure, most: sure }
  const most = sure + maximize(rest, goal)
  const against = goal.map((each) => -each)
  const least = sure - maximize(rest, against)
  return { least: Math.round(least * 1e6) / 1e6, most: Math.round(most * 1e6) / 1e6 }
}

/** Cells that are published themselves, and the equations between all others, numbered again. */
function takeKnown(equations: readonly Equation[], size: number) {
  const known = new Map(
    equations.flatMap(({ cells: [cell, ...others], times, total }) =>
      cell === undefined || others.length > 0 || times ? [] : [[cell, total] as const],
    ),
  )
  const open = Array.from({ length: size }, (_, cell) => cell).filter((cell) => !known.has(cell))
  const rest = new Map<string, Required<Equation>>()
  for (const { cells, times, total } of equations) {
    const parts = cells.map((cell, at) => ({ cell, by: times?.[at] ?? 1 }))
    const left = parts.filter(({ cell }) => !known.has(cell))
    const sure = parts.reduce((sum, { cell, by }) => sum + by * (known.get(cell) ?? 0), 0)
    const equation = {
      cells: left.map(({ cell }) => open.indexOf(cell)),
      times: left.map(({ by }) => by),
      total: total - sure,
    }
    if (left.length > 0) rest.set(JSON.stringify([equation.cells, equation.times]), equation)
  }
  return { known, open, rest: [...rest.values()] }
}

/** The simplex method in two phases, with Bland's rule. Infinity: nothing limits it. */
function maximize(equations: readonly Required<Equation>[], goal: readonly number[]): number {
  const size = goal.length
  const width = size + equations.length
  const rows = equations.map(({ cells, times, total }, at) => {
    const row = new Array<number>(width + 1).fill(0)
    const sign = total < 0 ? -1 : 1
    for (const [place, cell] of cells.entries()) row[cell] = (row[cell] ?? 0) + sign * (times[place] ?? 1)
    row[size + at] = 1
    row[width] = sign * total
    return row
  })
  const basis = equations.map((_, at) => size + at)
  // First the helpers leave; what stays of them says that an equation follows from others.
  const helpers = Array.from({ length: width }, (_, at) => (at < size ? 0 : -1))
  const rest = solve({ rows, basis, width }, helpers)
  if (rest < -1e-4) throw new Error('the equations contradict each other')
  for (const [at, column] of basis.entries()) {
    if (column < size) continue
    const other = rows[at]?.findIndex((value, place) => place < size && Math.abs(value) > CLOSE) ?? -1
    if (other >= 0) pivot({ rows, basis, width }, at, other)
  }
  for (const row of rows) for (let at = size; at < width; at += 1) row[at] = 0
  return solve({ rows, basis, width }, [...goal, ...equations.map(() => 0)])
}

type Tableau = { rows: number[][]; basis: number[]; width: number }

function solve({ rows, basis, width }: Tableau, goal: readonly number[]): number {
  while (true) {
    const gainOf = (column: number) =>
      rows.reduce(
        (gain, row, at) => gain - (goal[basis[at] ?? 0] ?? 0) * (row[column] ?? 0),
        goal[column] ?? 0,
      )
    const entering = goal.findIndex((_, column) => !basis.includes(column) && gainOf(column) > CLOSE)
    if (entering < 0) break
    let leaving = -1
    let best = Number.POSITIVE_INFINITY
    for (const [at, row] of rows.entries()) {
      const value = row[entering] ?? 0
      if (value <= CLOSE) continue
      const ratio = (row[width] ?? 0) / value
      const isFirst = ratio < best + CLOSE && (basis[at] ?? 0) < (basis[leaving] ?? Number.POSITIVE_INFINITY)
      if (ratio < best - CLOSE || isFirst) [leaving, best] = [at, ratio]
    }
    if (leaving < 0) return Number.POSITIVE_INFINITY
    pivot({ rows, basis, width }, leaving, entering)
  }
  return rows.reduce((total, row, at) => total + (goal[basis[at] ?? 0] ?? 0) * (row[width] ?? 0), 0)
}

function pivot({ rows, basis }: Tableau, leaving: number, entering: number): void {
  const own = rows[leaving] ?? []
  const by = own[entering] ?? 1
  rows[leaving] = own.map((value) => value / by)
  for (const [at, row] of rows.entries()) {
    const times = row[entering] ?? 0
    if (at !== leaving && Math.abs(times) > 0)
      rows[at] = row.map((value, place) => value - times * (rows[leaving]?.[place] ?? 0))
  }
  basis[leaving] = entering
}
