import type { StaffRole } from '@chuma/contract/admin'

export type SignedInMember = {
  memberId: string
  email: string
  isPremium: boolean
  adminRole: StaffRole | null
  /** Of the session that carried the call. */
  tokenHash: Buffer
}
export type SignedInStaff = { staffId: string; username: string; role: StaffRole; tokenHash: Buffer }

/** Who is asking, and from where. Both are null for a visitor. */
export type Caller = {
  member: SignedInMember | null
  staff: SignedInStaff | null
  address: string | null
  userAgent: string | null
}
