import type { RegisteredRouter } from '@tanstack/react-router'
import { createElement } from 'react'
import { t } from '../../i18n/i18n.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { hasLostToken } from '../session.ts'
import { wayBackTo } from '../way-back.ts'

/** SPEC's delay between the message and going to the log-in page. */
export const REDIRECT_DELAY_MS = 500

type Side = 'member' | 'staff'
type Leaving = {
  side?: Side
  /** Called just before leaving; false to stay, for example after another log-in. */
  onLeave?: () => boolean
}

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Say that the session is over, then go to the log-in page of this side, with the way back. Several calls of a page fail
 * together: the first one counts.
 * @returns a function that stays after all
 */
export function leaveForLogin(router: RegisteredRouter, { side = 'member', onLeave }: Leaving = {}) {
  if (timer !== undefined) return () => undefined
  const reasons = [t('session.expiredText'), ...(hasLostToken(side) ? [t('session.noToken')] : [])]
  showToast({
    kind: 'error',
    title: t('session.expiredTitle'),
    message: reasons.map((reason) => createElement('div', { key: reason }, reason)),
    winsForMs: REDIRECT_DELAY_MS,
  })
  const mine = setTimeout(() => {
    timer = undefined
    // Read as late as this: a link that was only pointed at may have been refused, and followed since.
    const { href } = router.latestLocation
    if (onLeave?.() !== false) goToLogin(router, { side, from: href })
  }, REDIRECT_DELAY_MS)
  timer = mine
  return () => {
    if (timer !== mine) return
    clearTimeout(mine)
    timer = undefined
  }
}

/** Go to the log-in page of a side at once, with the way back. */
export function goToLogin(router: RegisteredRouter, { side, from }: { side: Side; from: string }): void {
  const search = wayBackTo(from, side)
  void router.navigate(side === 'staff' ? { to: '/admin-login', search } : { to: '/login', search })
}
