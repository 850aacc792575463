import { useEffect } from 'react'
import { endTakeOver } from './take-over.ts'

/** Stands in the innermost part of every page, or of what is in a page's place. */
export function TakenOver() {
  useEffect(endTakeOver, [])
  return null
}
