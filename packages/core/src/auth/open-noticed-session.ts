import type { session } from '@chuma/contract/auth/auth'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import type { Caller } from '../caller.ts'
import { noteNewDevice } from './devices/note-new-device.ts'
import { nameDevice } from './name-device.ts'
import { openSession } from './open-session.ts'

type Entering = {
  memberId: string
  email: string
  known: Buffer | null
  rememberDevice: boolean | undefined
}

/** Open a session after a log-in, and mail the member about a browser that is new to the account. */
export async function openNoticedSession(
  trx: Trx,
  caller: Caller,
  { memberId, email, known, rememberDevice }: Entering,
): Promise<Answer<typeof session>> {
  const since = await noteNewDevice(trx, caller, memberId)
  if (since) {
    const device = nameDevice(caller.userAgent)
    await insertJob(trx, 'send-new-sign-in', { memberId, email, device, at: since.toISOString() })
  }
  return openSession(trx, caller, { memberId, known, rememberDevice })
}
