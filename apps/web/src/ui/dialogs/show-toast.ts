import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'

export type Toast = {
  title: string
  message?: ReactNode
  kind?: 'success' | 'error' | 'info'
  /** Until it is dismissed. */
  stays?: boolean
  /** Other errors that follow within this time say the same less clearly: they are not shown. */
  winsForMs?: number
}

let winsUntil = 0

const COLORS = { success: 'leaf', error: 'red', info: 'gold' } as const

/** Show a toast. Only one shows at a time: a new one replaces the last. */
export function showToast({ title, message, kind = 'info', stays = false, winsForMs = 0 }: Toast): void {
  if (kind === 'error' && winsForMs === 0 && Date.now() < winsUntil) return
  winsUntil = Date.now() + winsForMs
  notifications.clean()
  notifications.show({
    title,
    message: message ?? '',
    color: COLORS[kind],
    ...(stays && { autoClose: false }),
    // The target of the F8 key.
    tabIndex: -1,
    closeButtonProps: { size: 44, 'aria-label': t('toast.close') },
  })
}
