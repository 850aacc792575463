import type { StaffRole } from '@chuma/contract/permissions'
import type { Trx } from '../client.ts'

type Standing = { premiumUntil: Date | null; adminRole: StaffRole | null }

/** What the demo's members are born with; in real life an owner or a payment gives it. */
export function setDemoStanding(trx: Trx, memberId: string, standing: Standing) {
  return trx.updateTable('member').set(standing).where('memberId', '=', memberId).execute()
}
