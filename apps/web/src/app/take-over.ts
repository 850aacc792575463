let takenOver = Promise.resolve()
let sayTakenOver = () => {}
let isTakingOver = false

/**
 * React takes a prerendered page over in parts, the innermost last. Until that one is done the links are the browser's, since
 * to go elsewhere in the middle of it would leave React with markup of one page and the state of another, and no answer is
 * told to the page: a part that has not been taken over yet would not look like its markup any more.
 */
export function beginTakeOver(): void {
  isTakingOver = true
  addEventListener('click', keepFromReact, { capture: true })
  takenOver = new Promise((resolve) => {
    sayTakenOver = resolve
  })
}

/** What somebody pressed in the meantime happens now. */
export function endTakeOver(): void {
  isTakingOver = false
  removeEventListener('click', keepFromReact, { capture: true })
  sayTakenOver()
  stopKeepingPresses()
  // The router remembers the place of what it has heard being scrolled, to come back to it. To ask whether it was would have
  // the browser lay the page out.
  document.dispatchEvent(new Event('scroll'))
  const pressed = document.querySelector<HTMLElement>('[data-pressed]')
  pressed?.removeAttribute('data-pressed')
  pressed?.click()
}

/** The script in index.html keeps what is pressed before there is anything to answer it. */
export function stopKeepingPresses(): void {
  delete document.documentElement.dataset.unready
}

/**
 * Whether the router may say where the page lies. Not while it is taken over: it would throw whoever has read on in the
 * meantime back to the top, from under his finger. A page that is opened again the browser has put where it lay.
 */
export function mayScroll(): boolean {
  return !isTakingOver
}

/** At once where nothing is taken over. */
export function untilTakenOver(): Promise<void> {
  return takenOver
}

function keepFromReact(event: Event): void {
  if (event.target instanceof Element && event.target.closest('a')) event.stopPropagation()
}
