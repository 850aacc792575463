import { useEffect, useRef } from 'react'

/**
 * Focus a heading once something is done, because the pressed button is gone or in a closing dialog. A focus elsewhere
 * on the page stays. The heading needs `tabIndex={-1}`.
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
