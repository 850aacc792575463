import type { Permission, StaffRole } from '@chuma/contract/admin/permissions'
import type { StepUpWay } from '@chuma/contract/auth/auth-rules'
import type { Language } from '@chuma/contract/platform'

/** How the session's owner can prove who they are, and whether they did minutes ago. */
export type Proof = { isFresh: boolean; ways: readonly StepUpWay[] }

/** A second person's decision, under which a use case runs as the act of the person who asked for it. */
export type Approval = {
  approvalId: string
  /** Null: nobody else could approve it, and its delay is over. */
  approver: { name: string; address: string | null } | null
  note: string
}

/**
 * `name` is written to the audit log, as an actor or a subject. `approval`: the actor asked for this before, and a second
 * person has approved it. `proof`: of the session; an API key has none.
 */
export type StaffActor = { name: string; address: string | null; approval?: Approval; proof?: Proof }

/** How a person on the staff is protected. */
export type StaffSide = {
  /** An authenticator app or a passkey. */
  isSecondFactorOn: boolean
  isTotpOn: boolean
  /** The operator requires a second factor and the account has none: only its setup is allowed. */
  isSecondFactorMissing: boolean
  proof: Proof
}
/** `isProofDue`: a log-in of members takes no second factor, and this session has not given it since. */
export type MemberStaffSide = StaffSide & { isProofDue: boolean }

export type SignedInMember = {
  memberId: string
  email: string
  isPremium: boolean
  isEmailVerified: boolean
  adminRole: StaffRole | null
  /** Only of an admin member. */
  staffSide?: MemberStaffSide
  /** The hash of this call's session token. */
  tokenHash: Buffer
}
export type SignedInStaff = StaffSide & {
  staffId: string
  username: string
  role: StaffRole
  /** Where their mail goes. Null: nowhere. */
  email: string | null
  /** Set while the password is a generated one. */
  passwordExpiresAt: Date | null
  tokenHash: Buffer
}
/** A script with an API key. `permissions`: those of the key that its owner holds now. */
export type ApiKeyCaller = {
  keyId: string
  name: string
  permissions: readonly Permission[]
  /** It is used from a network that it is not meant for. */
  isElsewhere?: boolean
}

/** Someone of an organisation that commissions surveys. */
export type SignedInClient = {
  userId: string
  organisationId: string
  organisation: string
  name: string
  email: string
  hasPassword: boolean
  isSecondFactorOn: boolean
  /** The session came by a link to this survey, and sees no other. */
  surveyId: string | null
  /** The session came by a link. */
  linkId: string | null
  tokenHash: Buffer
}

/** Who calls, and from where. At most one of the four is set; all are null for a visitor. */
export type Caller = {
  member: SignedInMember | null
  staff: SignedInStaff | null
  apiKey: ApiKeyCaller | null
  client?: SignedInClient
  address: string | null
  userAgent: string | null
  /** A token came with the call and opens nothing, or nothing any more. */
  hasDeadToken?: boolean
  /** From the account's settings, or else the browser. Default: English. */
  language?: Language | undefined
}
