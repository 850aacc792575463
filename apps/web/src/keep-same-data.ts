import { replaceEqualDeep } from '@tanstack/react-query'
import { dequal } from 'dequal/lite'

/**
 * For react-query's `structuralSharing`: an answer that says nothing new keeps the previous object, so that nothing
 * re-renders. Its own comparison treats every answer with a date in it as new.
 */
export function keepSameData(before: unknown, after: unknown): unknown {
  return dequal(before, after) ? before : replaceEqualDeep(before, after)
}
