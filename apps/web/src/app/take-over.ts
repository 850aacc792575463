import { useEffect, useSyncExternalStore } from 'react'

let takenOver = Promise.resolve()
let sayTakenOver = () => {}
let isTakingOver = false

/**
 * React hydrates a prerendered page in parts, the innermost last. Until then links navigate natively, because a client
 * navigation would leave React with the markup of one page and the state of another, and pages get no answers, because
 * a part that is not hydrated yet would no longer match its markup.
 */
export function beginTakeOver(): void {
  isTakingOver = true
  addEventListener('click', keepFromReact, { capture: true })
  takenOver = new Promise((resolve) => {
    sayTakenOver = resolve
  })
}

/** Replay the button press that index.html kept. */
function endTakeOver(): void {
  isTakingOver = false
  removeEventListener('click', keepFromReact, { capture: true })
  sayTakenOver()
  stopKeepingPresses()
  // The router remembers the scroll position from the last scroll event. Checking whether the page has scrolled would
  // force a layout.
  document.dispatchEvent(new Event('scroll'))
  const pressed = document.querySelector<HTMLElement>('[data-pressed]')
  pressed?.removeAttribute('data-pressed')
  pressed?.click()
}

/** Tell the script in index.html to stop keeping button presses. */
export function stopKeepingPresses(): void {
  delete document.documentElement.dataset.unready
}

/**
 * Whether the router may scroll. Not while the page hydrates: it would move a reader who has scrolled in the meantime
 * back to the top. On a reload the browser restores the position.
 */
export function mayScroll(): boolean {
  return !isTakingOver
}

/** Resolves at once if nothing is being hydrated. */
export function untilTakenOver(): Promise<void> {
  return takenOver
}

function keepFromReact(event: Event): void {
  if (event.target instanceof Element && event.target.closest('a')) event.stopPropagation()
}

/** Marks the end of hydration. Rendered in the innermost part of every page, or of what replaces it. */
export function TakenOver() {
  useEffect(endTakeOver, [])
  return null
}

const never = () => () => {}

/** Whether the page is hydrated: text typed into its forms earlier is lost. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
