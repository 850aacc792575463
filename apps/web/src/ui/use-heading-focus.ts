import { type RefObject, useEffect, useRef } from 'react'

let firstPath: string | undefined
let hasLeftFirst = false

/**
 * For a page's one h1. It takes the focus after a navigation, so that a screen reader says where it has come to; on the
 * very first page it starts at the top by itself, also where that page draws its heading anew.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    firstPath ??= location.pathname
    hasLeftFirst ||= location.pathname !== firstPath
    if (hasLeftFirst) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
