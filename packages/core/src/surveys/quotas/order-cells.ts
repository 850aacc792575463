import type { QuotaDimension } from '@chuma/contract/surveys/quotas/quotas'

type Cell = { groups: readonly string[] }

/** Put cells in the order of the editor: that of the groups of the first dimension, then of the second. A group that is gone comes last. */
export function orderCells<C extends Cell>(
  dimensions: readonly Pick<QuotaDimension, 'groups'>[],
  cells: readonly C[],
): C[] {
  const placeOf = (code: string | undefined, at: number) => {
    const groups = dimensions[at]?.groups ?? []
    const place = groups.findIndex((group) => group.code === code)
    return place < 0 ? groups.length : place
  }
  return cells.toSorted((one, other) => {
    for (const at of dimensions.keys()) {
      const difference = placeOf(one.groups[at], at) - placeOf(other.groups[at], at)
      if (difference !== 0) return difference
    }
    return 0
  })
}
