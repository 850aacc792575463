import { useEffect, useRef } from 'react'

/** Scroll the row sideways, never the page, so that the open tab is in view. */
export function useShowActiveTab(tab: string | null) {
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab opens
  useEffect(() => {
    const list = row.current
    const active = list?.querySelector<HTMLElement>('[data-active]')
    if (!list || !active) return
    // Called once the browser has laid the row out: asking for its size here would lay out the whole page at once.
    const observer = new ResizeObserver(() => {
      list.scrollLeft = active.offsetLeft + active.offsetWidth / 2 - list.clientWidth / 2
      observer.disconnect()
    })
    observer.observe(list)
    return () => observer.disconnect()
  }, [tab])
  return row
}
