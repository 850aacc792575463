import { SMALLEST_CELL } from '@chuma/contract/surveys/results'

type Cells = { count: number; isHidden: boolean }[]

const isSmall = (count: number) => count > 0 && count < SMALLEST_CELL

/**
 * Hide the counts of 1 to 4 people. Anyone could work out from the base how many people the hidden counts have together, so the smallest other
 * ones are hidden too until there are two and five people. `counts` add up to a base that is shown.
 */
export function suppress(counts: readonly number[]): (number | null)[] {
  const cells = counts.map((count) => ({ count, isHidden: isSmall(count) }))
  hideMore(cells)
  return cells.map(show)
}

/**
 * Hide small counts of a table whose columns add up to `bases` and whose rows add up to counts that are shown elsewhere. Columns of 1 to 4
 * people are hidden as a whole.
 */
export function suppressTable(
  counts: readonly (readonly number[])[],
  bases: readonly number[],
): (number | null)[][] {
  const columns = counts.map((cells, at) =>
    cells.map((count) => ({ count, isHidden: isSmall(count) || isSmall(bases[at] ?? 0) })),
  )
  const rows = (columns[0] ?? []).map((_, row) => columns.flatMap((cells) => cells[row] ?? []))
  // What is hidden for a row may be all that is hidden in its column.
  let hasHidden = true
  while (hasHidden) hasHidden = [...columns, ...rows].map(hideMore).includes(true)
  return columns.map((cells) => cells.map(show))
}

const show = ({ count, isHidden }: Cells[number]) => (isHidden ? null : count)

/** Returns whether it hid any. */
function hideMore(cells: Cells): boolean {
  let hasHidden = false
  while (tells(cells)) {
    const [next] = cells
      .filter(({ count, isHidden }) => count > 0 && !isHidden)
      .sort((one, other) => one.count - other.count)
    if (!next) break
    next.isHidden = true
    hasHidden = true
  }
  return hasHidden
}

function tells(cells: Cells): boolean {
  const hidden = cells.filter(({ isHidden }) => isHidden)
  const people = hidden.reduce((sum, { count }) => sum + count, 0)
  return hidden.length === 1 || (hidden.length > 0 && people < SMALLEST_CELL)
}
