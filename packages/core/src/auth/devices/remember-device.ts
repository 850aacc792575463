import type { Trx } from '@chuma/db/client'
import { insertKnownDevice, touchKnownDevice } from '@chuma/db/queries/auth/known-devices'
import { createToken } from '../create-token.ts'
import { DEVICE_TERMS } from './device-terms.ts'

type Browser = { memberId: string; known?: Buffer | null; isAsked: boolean | undefined }

/**
 * Remember the browser of a member who has just proved who they are, under the member's lock. A known one stays known.
 * @returns what the answer says about it: a token if the browser asked for one and has none
 */
export async function rememberDevice(
  trx: Trx,
  { memberId, known, isAsked }: Browser,
): Promise<{ deviceToken?: string }> {
  if (known && (await touchKnownDevice(trx, { memberId, tokenHash: known }, DEVICE_TERMS))) return {}
  if (!isAsked) return {}
  const { token, tokenHash } = createToken('d', memberId)
  await insertKnownDevice(trx, { memberId, tokenHash }, DEVICE_TERMS)
  return { deviceToken: token }
}
