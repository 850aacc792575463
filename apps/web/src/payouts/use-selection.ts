import { useState } from 'react'
import type { Picked, Selection } from './selection.ts'

/** The withdrawals that staff picked, for a bulk approval. */
export function useSelection(): Selection & { picked: readonly Picked[]; clear: () => void } {
  const [picked, setPicked] = useState<readonly Picked[]>([])
  const isSelected = (id: string) => picked.some((row) => row.id === id)
  return {
    picked,
    isSelected,
    clear: () => setPicked([]),
    toggle: (row) =>
      setPicked((rows) =>
        rows.some(({ id }) => id === row.id) ? rows.filter(({ id }) => id !== row.id) : [...rows, row],
      ),
    setAll: (wanted, isOn) =>
      setPicked((rows) => [
        ...rows.filter(({ id }) => !wanted.some((row) => row.id === id)),
        ...(isOn ? wanted : []),
      ]),
  }
}
