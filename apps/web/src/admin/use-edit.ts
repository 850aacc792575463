import { useState } from 'react'
import { describeRefusal } from '../auth/describe-refusal.ts'
import type { Meanwhile } from './changed-meanwhile.tsx'
import { useShowFailure } from './use-show-failure.ts'

type Versioned = { version: number }

type Options<Row extends Versioned> = {
  /** What the form was filled from; undefined for something new. */
  before: Row | undefined
  /** Reads it once more; undefined when it is gone. */
  load: () => Promise<Row | undefined>
  /** In which fields, and how they are now. */
  compare: (before: Row, now: Row) => { label: string; now: string }[]
}

/**
 * For a form that changes what others may be changing too. When somebody was faster nothing typed is lost: `meanwhile`
 * says what is different now, and the next time the form is saved it counts as made from that.
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
