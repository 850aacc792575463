const SHOWN_MS = 5000
const SWIPE_PX = 50

let cameFrom: Element | null = null

/** Show one of the page's toasts for five seconds, as `app/toasts.tsx` does in the application. */
export function showToast(name: string): void {
  const place = document.querySelector('[data-toasts] [data-position=top-right] > div')
  const toast = findTemplate(`[data-toast=${name}]`)
  if (!place || !toast) return
  let timer: number | undefined
  const hold = () => clearTimeout(timer)
  const close = () => {
    hold()
    leave()
    toast.remove()
  }
  const wait = () => {
    hold()
    if (!toast.matches(':hover, :focus-within')) timer = window.setTimeout(close, SHOWN_MS)
  }
  toast.querySelector('button')?.addEventListener('click', close)
  toast.addEventListener('pointerenter', hold)
  toast.addEventListener('focusin', hold)
  toast.addEventListener('pointerleave', wait)
  toast.addEventListener('focusout', () => setTimeout(wait))
  let from = 0
  toast.addEventListener('pointerdown', ({ clientX }) => {
    from = clientX
  })
  toast.addEventListener('pointerup', ({ clientX }) => {
    if (clientX - from > SWIPE_PX) close()
  })
  place.replaceChildren(toast)
  wait()
}

/** Reach the toasts with F8 and leave them with Escape. The area says that it is empty if there is none. */
export function watchToasts(): void {
  const area = document.querySelector<HTMLElement>('[data-toasts]')
  addEventListener('keydown', ({ key }) => {
    if (key === 'F8') {
      if (!area?.contains(document.activeElement)) cameFrom = document.activeElement
      const target = area?.querySelector<HTMLElement>('[role=alert]') ?? area
      target?.focus()
    }
    if (key === 'Escape') leave()
  })
}

/** Return the focus to where it was, if a toast has it. */
function leave(): void {
  if (!document.activeElement?.closest('[data-toasts]')) return
  const isThere = cameFrom instanceof HTMLElement && cameFrom.isConnected && cameFrom !== document.body
  const place = isThere ? cameFrom : document.querySelector('h1')
  if (place instanceof HTMLElement) place.focus()
}

/** Copy the element in a template of the page. */
export function findTemplate(selector: string): HTMLElement | null {
  const template = document.querySelector<HTMLTemplateElement>(`template${selector}`)
  const copy = template?.content.firstElementChild?.cloneNode(true)
  return copy instanceof HTMLElement ? copy : null
}
