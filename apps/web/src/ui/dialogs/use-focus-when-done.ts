import { useEffect, useRef } from 'react'

/**
 * For the heading of something that is just done: what was pressed last is gone, or in a dialog that closes. A focus that
 * is busy elsewhere on the page stays there. The heading needs `tabIndex={-1}`.
 */
export function useFocusWhenDone(isDone: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasDone = useRef(isDone)
  useEffect(() => {
    const isLost = document.activeElement?.matches('body, [role=dialog], [role=dialog] *') ?? true
    if (isDone && !wasDone.current && isLost) heading.current?.focus({ preventScroll: true })
    wasDone.current = isDone
  }, [isDone])
  return heading
}
