import type { Translate } from '../../i18n/i18n.ts'

/** A statement's account for people: `bank:kcb 4417` is `kcb 4417`. */
export function nameAccount(t: Translate, account: string): string {
  return account === 'mpesa' ? t('statementDesk.mpesa') : account.replace(/^bank:/, '')
}
