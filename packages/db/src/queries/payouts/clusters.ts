import type { Trx } from '../../client.ts'

/** Whether staff hold the group of accounts that this member belongs to. */
export async function isClusterHeld(_trx: Trx, _memberId: string): Promise<boolean> {
  return false
}
