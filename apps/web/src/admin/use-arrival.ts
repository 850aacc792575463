import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Scroll to a list and focus its heading when the address names it, also if the list loads later than the page. No id, no arrival. */
export function useArrival<Heading extends HTMLElement>(id: string) {
  const heading = useRef<Heading>(null)
  const { hash, href } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing the same list again goes there again
  useEffect(() => {
    if (id === '' || hash !== id) return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [hash, id, href])
  return { ...(id && { id, tabIndex: -1 }), ref: heading }
}
