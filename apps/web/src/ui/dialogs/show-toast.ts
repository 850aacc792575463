import { notifications } from '@mantine/notifications'
import { t } from '../../i18n/i18n.ts'

type Toast = {
  title: string
  message?: string
  kind?: 'success' | 'error' | 'info'
  /** Until it is dismissed. */
  stays?: boolean
}

const COLORS = { success: 'leaf', error: 'red', info: 'gold' } as const

/** Show a toast. Only one shows at a time: a new one replaces the last. */
export function showToast({ title, message, kind = 'info', stays = false }: Toast): void {
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
