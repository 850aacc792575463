import { useHotkeys } from '@mantine/hooks'
import { Notifications, notificationsStore } from '@mantine/notifications'
import { type FocusEvent, useRef } from 'react'
import { useT } from '../i18n/use-t.ts'
import { Themed } from './themed.tsx'

/** The toast area: one at a time, five seconds, swiped away sideways, reached with F8 and left with Escape. */
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
  const isInside = (element: Element | null) => area.current?.contains(element) ?? false
  // A toast that has the focus waits. Where there is none, the area says that it is empty.
  useHotkeys([['F8', () => (findToast() ?? area.current)?.focus()]], [])

  const noteOrigin = ({ relatedTarget }: FocusEvent) => {
    const from = relatedTarget instanceof HTMLElement ? relatedTarget : null
    if (!isInside(from)) cameFrom.current = from
  }
  /** Closed, the toast takes the focus along, and whoever was writing would have to look for his place. */
  const goBack = () => {
    if (!isInside(document.activeElement)) return
    // What a form has sent may have taken its fields along.
    const isThere = cameFrom.current?.isConnected
    const place = isThere ? cameFrom.current : document.querySelector('h1')
    place?.focus()
  }
  return (
    <section
      ref={area}
      aria-label={t('toast.area')}
      tabIndex={-1}
      onFocus={noteOrigin}
      onClick={goBack}
      onKeyDown={({ key }) => key === 'Escape' && goBack()}
    >
      <Notifications
        limit={1}
        autoClose={5000}
        position="top-right"
        withinPortal={false}
        // As high as its text from the start: it slides in and must not grow on the way.
        styles={{ notification: { minHeight: 'min-content' } }}
      />
    </section>
  )
}

/** The one before it may still be on its way out, and would take the focus along. */
function findToast(): HTMLElement | null {
  const id = notificationsStore.getState().notifications.at(-1)?.id
  return id ? document.getElementById(id) : null
}
