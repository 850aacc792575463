import { useState } from 'react'

export type Pages = {
  limit: number
  isFirst: boolean
  /** What the query asks for: this page. */
  input: { limit: number; after?: string }
  /** To the page after a row; without one, to the first. Also when a filter changes. */
  turn: (after?: string) => void
}

/** Where a reader is in a long list of staff's that comes in pages of `limit` rows. */
export function usePages(limit: number): Pages {
  const [after, setAfter] = useState<string>()
  return {
    limit,
    isFirst: after === undefined,
    input: { limit, ...(after !== undefined && { after }) },
    turn: (next) => setAfter(next),
  }
}
