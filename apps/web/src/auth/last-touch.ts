import { BACKGROUND_HEADER } from '@chuma/contract/auth/background'

/** What people cause follows within this time, also on a slow network. */
const CAUSED_MS = 60_000

let lastTouch = Date.now()

if (!import.meta.env.SSR) {
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
    window.addEventListener(type, remember, { capture: true, passive: true })
  }
}

function remember(): void {
  lastTouch = Date.now()
}

/** Mark a call that the page makes while nobody touches it, so that it keeps no staff session alive. */
export function markBackground(): Record<string, string> {
  return Date.now() - lastTouch > CAUSED_MS ? { [BACKGROUND_HEADER]: '1' } : {}
}
