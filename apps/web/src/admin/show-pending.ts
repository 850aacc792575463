import { t } from '../i18n/i18n.ts'
import { isApiError } from '../trpc.ts'
import { closeDialogs } from '../ui/dialogs/close-dialogs.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'

/**
 * Say that a change was sent to a second person, and close the dialog it was made in. False for every other answer. The password or
 * token that works once it is approved is shown until it is dismissed.
 */
export function showPending(error: unknown): boolean {
  if (!isApiError(error) || error.data?.appCode !== 'APPROVAL_PENDING') return false
  const { secret } = error.data
  closeDialogs()
  showToast({
    kind: 'info',
    title: t('approval.sent'),
    message: secret === undefined ? error.message : `${error.message} ${t('approval.secret', { secret })}`,
    stays: secret !== undefined,
  })
  return true
}
