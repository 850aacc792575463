import type { Trx } from '@chuma/db/client'
import { insertAccountChange } from '@chuma/db/queries/account/account-changes'
import { isNewBrowser } from '@chuma/db/queries/auth/sign-in-notices'
import type { Caller } from '../../caller.ts'

/** Record a log-in with a browser that is new to the account, before its session is opened. Returns its time; null: known. */
export async function noteNewDevice(
  trx: Trx,
  { userAgent }: Pick<Caller, 'userAgent'>,
  memberId: string,
): Promise<Date | null> {
  if (!(await isNewBrowser(trx, { memberId, userAgent }))) return null
  return insertAccountChange(trx, { memberId, kind: 'new-device' })
}
