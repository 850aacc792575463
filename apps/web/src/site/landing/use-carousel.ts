import { type FocusEvent, useEffect, useState } from 'react'

const SHOWN_MS = 5000

/** Which of several is shown. It moves on by itself, except while somebody points at it, is in it or wants no motion. */
export function useCarousel(count: number) {
  const [index, setIndex] = useState(0)
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isStill = isPointedAt || isFocused

  useEffect(() => {
    if (isStill || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setTimeout(() => setIndex((index + 1) % count), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [index, isStill, count])

  const rest = {
    onPointerEnter: () => setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setFocused(currentTarget.contains(relatedTarget)),
  }
  return { index, choose: setIndex, rest }
}
