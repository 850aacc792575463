import { useSyncExternalStore } from 'react'
import { t } from '../../i18n/i18n.ts'
import { codeOf, isApiError } from '../../trpc.ts'
import { showToast } from './show-toast.ts'

/**
 * Say that a change was sent to a second person, and close the dialog it was made in. False for every other answer. The password or
 * token that works once it is approved is shown on the page, until its person has saved it.
 */
export function showPending(error: unknown): boolean {
  if (!isApiError(error) || codeOf(error) !== 'APPROVAL_PENDING') return false
  const secret = error.data?.secret
  closeDialogs()
  if (secret === undefined) showToast({ kind: 'info', title: t('approval.sent'), message: error.message })
  else setWaitingSecret({ text: error.message, secret })
  return true
}

/** A password or token that works once a request is approved. Its text is only in the answer to who asked. */
type WaitingSecret = { text: string; secret: string }

let waiting: WaitingSecret | null = null
let listeners: readonly (() => void)[] = []

/** Show a secret on the staff page that is open, until its person has saved it. */
export function setWaitingSecret(next: WaitingSecret | null): void {
  waiting = next
  for (const listener of listeners) listener()
}

export const useWaitingSecret = (): WaitingSecret | null => useSyncExternalStore(subscribe, () => waiting)

function subscribe(listener: () => void): () => void {
  listeners = [...listeners, listener]
  return () => {
    listeners = listeners.filter((other) => other !== listener)
    // Another staff page may follow. Anywhere else, and after a log-out, nothing of it is kept.
    setTimeout(() => {
      if (listeners.length === 0) waiting = null
    })
  }
}

const closers = new Set<() => void>()

/** Close every open dialog, as its own Cancel would. */
function closeDialogs(): void {
  for (const close of closers) close()
}

/** Be told to close. Returns how to stop that. Apart from `Dialog`: a page's first script may close dialogs, but draws none. */
export function followCloseDialogs(close: () => void): () => void {
  closers.add(close)
  return () => closers.delete(close)
}
