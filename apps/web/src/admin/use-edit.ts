import { useState } from 'react'
import { describeRefusal } from '../auth/describe-refusal.ts'
import type { Meanwhile } from './changed-meanwhile.tsx'
import { useShowFailure } from './use-show-failure.ts'

type Versioned = { version: number }

type Options<Row extends Versioned> = {
  /** The row that filled the form; undefined for a new one. */
  before: Row | undefined
  /** Read the row again; undefined if it was deleted. */
  load: () => Promise<Row | undefined>
  /** List the fields that differ, with their current values. */
  compare: (before: Row, now: Row) => { label: string; now: string }[]
}

/**
 * Handle concurrent edits of a form's row. If someone else saved first, nothing typed is lost: `meanwhile` holds their
 * changes, and the next save is based on them.
 */
export function useEdit<Row extends Versioned>({ before, load, compare }: Options<Row>) {
  const showFailure = useShowFailure()
  const [base, setBase] = useState(before)
  const [meanwhile, setMeanwhile] = useState<{ changes: Meanwhile }>()
  const handle = async (error: unknown) => {
    const { code } = describeRefusal(error, '')
    if (!base || (code !== 'CATALOGUE_STATE' && code !== 'NOT_FOUND')) return showFailure(error)
    try {
      const now = await load()
      setMeanwhile({ changes: now ? compare(base, now) : null })
      if (now) setBase(now)
    } catch (failure) {
      showFailure(failure)
    }
  }
  return { version: base?.version, meanwhile, handle }
}
