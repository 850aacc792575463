import { useHotkeys } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import { useRef } from 'react'
import { useT } from '../i18n/use-t.ts'
import { Themed } from './themed.tsx'

/** The toast area: one at a time, five seconds, swiped away sideways, reached with F8. */
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
  useHotkeys([['F8', () => area.current?.focus()]], [])
  return (
    <section ref={area} aria-label={t('toast.area')} tabIndex={-1}>
      <Notifications limit={1} autoClose={5000} position="top-right" withinPortal={false} />
    </section>
  )
}
