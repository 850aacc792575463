import type { session } from '@chuma/contract/auth/auth'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { getUser } from '@chuma/db/queries/account/members'
import { insertSession } from '@chuma/db/queries/auth/sessions'
import type { Caller } from '../caller.ts'
import { createToken } from './create-token.ts'
import { rememberDevice } from './devices/remember-device.ts'

type Opening = { memberId: string; known?: Buffer | null; rememberDevice?: boolean | undefined }

/** Open a session on another device. The caller has authenticated the member. */
export async function openSession(
  trx: Trx,
  caller: Caller,
  { memberId, known = null, rememberDevice: isAsked }: Opening,
): Promise<Answer<typeof session>> {
  const { token, tokenHash } = createToken('u', memberId)
  await insertSession(trx, { memberId, tokenHash, address: caller.address, userAgent: caller.userAgent })
  const device = await rememberDevice(trx, { memberId, known, isAsked })
  return { token, user: await getUser(trx, memberId), ...device }
}
