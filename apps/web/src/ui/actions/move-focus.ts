import type { KeyboardEvent } from 'react'

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_index, last) => last,
}

/**
 * Move the focus between the rows of a list with the arrow keys, Home and End, to the control with the same `data-stop`.
 * The list's rows are `li` elements.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const list = event.currentTarget
  const step = STEPS[event.key]
  const control = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-stop]') : null
  // Menus and dialogs of a row are its children in React, but not in the page.
  if (!step || !control || !list.contains(control) || event.defaultPrevented) return
  const rows = [...list.querySelectorAll('li:has([data-stop])')]
  const row =
    rows[
      step(
        rows.findIndex((each) => each.contains(control)),
        rows.length - 1,
      )
    ]
  const same = row?.querySelector<HTMLElement>(`[data-stop="${control.dataset.stop}"]`)
  const next = same ?? row?.querySelector<HTMLElement>('[data-stop]')
  if (!next) return
  event.preventDefault()
  next.focus()
}
