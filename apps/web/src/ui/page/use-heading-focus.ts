import { type RefObject, useEffect, useRef } from 'react'

let isFirstPage = true

/**
 * Focus the page's only h1 after a navigation, so that screen readers announce the page. Not on the first page, where
 * they start at the top.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return heading
}
