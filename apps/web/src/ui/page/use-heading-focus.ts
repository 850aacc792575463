import { type RefObject, useEffect, useRef } from 'react'

let isFirstPage = true

/**
 * For a page's one h1. It takes the focus after a navigation, so that a screen reader says where it has come to; on the
 * very first page it starts at the top by itself.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return heading
}
