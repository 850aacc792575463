import { useHotkeys } from '@mantine/hooks'
import { Notifications, notifications, notificationsStore } from '@mantine/notifications'
import { type FocusEvent, type PointerEvent, useRef } from 'react'
import { useT } from '../i18n/use-t.ts'
import { Themed } from './providers.tsx'

/** Dragged this far to the right a toast is dismissed (SPEC §9); the library wants a third of its width. */
const SWIPE_PX = 50

/** The toast area: one at a time, for five seconds; dismissed by swiping, reached with F8, left with Escape. */
export function Toasts() {
  return (
    <Themed>
      <ToastArea />
    </Themed>
  )
}

function ToastArea() {
  const t = useT()
  const area = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)
  const grabbedAt = useRef<number | null>(null)
  const isInside = (element: Element | null) => area.current?.contains(element) ?? false
  // A focused toast does not expire. If there is none, the area says that it is empty.
  useHotkeys([['F8', () => (findToast() ?? area.current)?.focus()]], [])

  const noteOrigin = ({ relatedTarget }: FocusEvent) => {
    const from = relatedTarget instanceof HTMLElement ? relatedTarget : null
    if (!isInside(from)) cameFrom.current = from
  }
  /**
   * Return the focus to where it was: a closing toast takes it along, and a reader who was typing would lose their
   * place.
   */
  const goBack = () => {
    if (!isInside(document.activeElement)) return
    // Submitting a form may have removed its fields.
    const isThere = cameFrom.current?.isConnected
    const place = isThere ? cameFrom.current : document.querySelector('h1')
    place?.focus()
  }
  const letGo = ({ clientX }: PointerEvent) => {
    const distance = grabbedAt.current === null ? 0 : clientX - grabbedAt.current
    grabbedAt.current = null
    const newest = notificationsStore.getState().notifications.at(-1)?.id
    if (distance >= SWIPE_PX && newest) notifications.hide(newest)
  }
  return (
    <section
      ref={area}
      aria-label={t('toast.area')}
      tabIndex={-1}
      data-toasts
      onFocus={noteOrigin}
      onPointerDown={({ clientX }) => {
        grabbedAt.current = clientX
      }}
      onPointerUp={letGo}
      onClick={goBack}
      onKeyDown={({ key }) => key === 'Escape' && goBack()}
    >
      <Notifications
        limit={1}
        autoClose={5000}
        position="top-right"
        withinPortal={false}
        // Full height from the start: the toast slides in and must not grow.
        styles={{ notification: { minHeight: 'min-content' } }}
      />
    </section>
  )
}

/** The previous toast may still be closing, and would take the focus along. */
function findToast(): HTMLElement | null {
  const id = notificationsStore.getState().notifications.at(-1)?.id
  return id ? document.getElementById(id) : null
}
