import type { Permission, StaffRole } from '@chuma/contract/admin/permissions'
import type { LinkPurpose } from '@chuma/contract/auth/auth'
import type { ColumnType, Generated } from 'kysely'

/** Set by the database, never by a caller. */
type Kept<T> = ColumnType<T, never, never>

/** Members, the staff, scripts, and how each of them signs in. */
export interface AccountTables {
  member: {
    memberId: Generated<string>
    email: string
    firstName: string
    lastName: string
    country: string
    passwordHash: string
    emailVerifiedAt: Date | null
    premiumUntil: Date | null
    adminRole: StaffRole | null
    createdAt: Generated<Date>
    suspendedAt: Date | null
    suspensionReason: string | null
    deletionDueAt: Date | null
    erasedAt: Date | null
    isSignUpContested: Generated<boolean>
    premiumCancelledAt: Generated<Date | null>
    premiumRemindedUntil: Generated<Date | null>
  }
  emailOwner: { email: string; memberId: string }
  formerEmail: { memberId: string; email: string; leftAt: Kept<Date> }
  session: {
    memberId: string
    tokenHash: Buffer
    createdAt: Generated<Date>
    lastSeenAt: Generated<Date>
    revokedAt: Date | null
    address: string | null
    userAgent: string | null
    sessionId: Generated<string>
    expiresAt: Generated<Date>
    passwordResetUntil: Date | null
  }
  oneTimeLink: {
    memberId: string
    tokenHash: Buffer
    purpose: LinkPurpose
    createdAt: Generated<Date>
    expiresAt: Date
    usedAt: Date | null
    newEmail: string | null
    mailedAt: Generated<Date | null>
  }
  memberSettings: {
    memberId: string
    language: 'en' | 'sw' | null
    theme: 'auto' | 'light' | 'dark' | null
    mailsPayouts: Generated<boolean>
    mailsSignIns: Generated<boolean>
    analyticsConsent: boolean | null
    analyticsConsentAt: Date | null
  }
  throttle: { bucket: string; hits: number; expiresAt: Date; blockedUntil: Date }
  staff: {
    staffId: Generated<string>
    username: string
    passwordHash: string
    role: StaffRole
    disabledAt: Date | null
    createdAt: Generated<Date>
    passwordExpiresAt: Date | null
  }
  staffSession: {
    staffId: string
    tokenHash: Buffer
    createdAt: Generated<Date>
    revokedAt: Date | null
    address: string | null
    userAgent: string | null
    sessionId: Generated<string>
    lastSeenAt: Generated<Date>
  }
  staffSecondFactor: {
    staffId: string
    secret: string
    confirmedAt: Date | null
    lastStep: Generated<number>
  }
  staffRecoveryCode: { staffId: string; codeHash: Buffer; usedAt: Date | null }
  apiKey: {
    keyId: Generated<string>
    name: string
    tokenHash: Buffer
    permissions: Permission[]
    createdBy: string
    createdAt: Generated<Date>
    expiresAt: Date
    revokedAt: Date | null
    lastUsedAt: Date | null
    lastUsedAddress: string | null
  }
}
