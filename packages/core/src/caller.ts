import type { Permission, StaffRole } from '@chuma/contract/admin/permissions'
import type { Language } from '@chuma/contract/languages'

export type SignedInMember = {
  memberId: string
  email: string
  isPremium: boolean
  isEmailVerified: boolean
  adminRole: StaffRole | null
  /** Of the session that carried the call. */
  tokenHash: Buffer
}
export type SignedInStaff = {
  staffId: string
  username: string
  role: StaffRole
  isSecondFactorOn: boolean
  /** The operator asks for a second factor, and there is none: nothing opens but what sets it up. */
  isSecondFactorMissing: boolean
  /** Of a password that a machine made. */
  passwordExpiresAt: Date | null
  tokenHash: Buffer
}
/** A script with a key that an owner made. */
export type ApiKeyCaller = { keyId: string; name: string; permissions: readonly Permission[] }

/** Who is asking, and from where. At most one of the three is there; all are null for a visitor. */
export type Caller = {
  member: SignedInMember | null
  staff: SignedInStaff | null
  apiKey: ApiKeyCaller | null
  address: string | null
  userAgent: string | null
  /** What his account says, or else his browser. Without it he is spoken to in English. */
  language?: Language | undefined
}
