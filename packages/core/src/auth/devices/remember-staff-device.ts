import type { Trx } from '@chuma/db/client'
import { insertStaffDevice, touchStaffDevice } from '@chuma/db/queries/admin/staff-known-devices'
import { createToken } from '../create-token.ts'
import { DEVICE_TERMS } from './device-terms.ts'

type Browser = { staffId: string; known?: Buffer | null; isAsked: boolean | undefined }

/** Do for a staff account what `rememberDevice` does for a member, under the account's lock. */
export async function rememberStaffDevice(
  trx: Trx,
  { staffId, known, isAsked }: Browser,
): Promise<{ deviceToken?: string }> {
  if (known && (await touchStaffDevice(trx, { staffId, tokenHash: known }, DEVICE_TERMS))) return {}
  if (!isAsked) return {}
  const { token, tokenHash } = createToken('d', staffId)
  await insertStaffDevice(trx, { staffId, tokenHash }, DEVICE_TERMS)
  return { deviceToken: token }
}
