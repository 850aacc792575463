import { notifications } from '@mantine/notifications'
import { t } from '../../i18n/i18n.ts'

type Toast = { title: string; message?: string; kind?: 'success' | 'error' | 'info' }

const COLORS = { success: 'leaf', error: 'red', info: 'gold' } as const

/** One toast at a time: a new one takes the place of the last, it does not wait behind it. */
export function showToast({ title, message, kind = 'info' }: Toast): void {
  notifications.clean()
  notifications.show({
    title,
    message: message ?? '',
    color: COLORS[kind],
    // For F8, which leads here.
    tabIndex: -1,
    closeButtonProps: { size: 44, 'aria-label': t('toast.close') },
  })
}
