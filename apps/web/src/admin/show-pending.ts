import { t } from '../i18n/i18n.ts'
import { isApiError } from '../trpc.ts'
import { closeDialogs } from '../ui/dialogs/close-dialogs.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { setWaitingSecret } from './waiting-secret.ts'

/** Whether a change was sent to a second person, instead of happening. */
export const isPending = (error: unknown): boolean =>
  isApiError(error) && error.data?.appCode === 'APPROVAL_PENDING'

/**
 * Say that a change was sent to a second person, and close the dialog it was made in. False for every other answer. The password or
 * token that works once it is approved is shown on the page, until its person has saved it.
 */
export function showPending(error: unknown): boolean {
  if (!isApiError(error) || !isPending(error)) return false
  const secret = error.data?.secret
  closeDialogs()
  if (secret === undefined) showToast({ kind: 'info', title: t('approval.sent'), message: error.message })
  else setWaitingSecret({ text: error.message, secret })
  return true
}
