import type { Trx } from '@chuma/db/client'
import { insertSharedBrowser } from '@chuma/db/queries/auth/known-devices'
import { parseToken } from '../parse-token.ts'

/**
 * Remember that a browser which another account knows has logged in to this one. It refuses nothing: families share phones. Counted
 * only after the right password, so that nobody can connect strangers' accounts.
 */
export async function noteSharedBrowser(
  trx: Trx,
  { memberId, deviceToken }: { memberId: string; deviceToken: string | undefined },
): Promise<void> {
  const device = deviceToken === undefined ? null : parseToken(deviceToken)
  if (device?.kind !== 'd' || device.ownerId === memberId) return
  await insertSharedBrowser(trx, { memberId, otherId: device.ownerId, tokenHash: device.tokenHash })
}
