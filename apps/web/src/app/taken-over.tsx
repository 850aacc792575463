import { useEffect } from 'react'
import { endTakeOver } from './take-over.ts'

/** Marks the end of hydration. Rendered in the innermost part of every page, or of what replaces it. */
export function TakenOver() {
  useEffect(endTakeOver, [])
  return null
}
