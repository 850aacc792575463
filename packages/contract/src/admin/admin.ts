import * as z from 'zod'
import { deviceToken, rememberDevice } from '../auth/auth.ts'
import { passkeyAnswer } from '../auth/passkeys.ts'
import { cleanText } from '../clean-text.ts'
import {
  enteredPassword,
  id,
  identifier,
  line,
  memberSearch,
  prose,
  queryFlag,
  secondFactorCode,
} from '../fields.ts'
import { adminHold } from '../payouts/holds.ts'
import { timestamp } from '../timestamp.ts'
import { WITHDRAWAL_METHODS, withdrawal, withdrawalStatus } from '../wallet/wallet.ts'
import { STAFF_ROLES } from './permissions.ts'

const staffCredentials = { username: line(60), password: enteredPassword }
/** With a second factor also one of the two: a code, or what a passkey signed. */
export const staffLoginInput = z.strictObject({
  ...staffCredentials,
  code: secondFactorCode.optional(),
  passkey: passkeyAnswer.optional(),
  deviceToken,
  rememberDevice,
})
export const startPasskeyLoginInput = z.strictObject(staffCredentials)
export type StaffLoginInput = z.infer<typeof staffLoginInput>

/** Demo mode: the log-in that /admin-login shows. */
export const demoLogin = z.object(staffCredentials)

export const staffMember = z.object({ id: z.uuid(), username: z.string(), role: z.enum(STAFF_ROLES) })
export type StaffMember = z.infer<typeof staffMember>

export const staffSession = z.object({
  token: z.string(),
  admin: staffMember,
  deviceToken: z.string().optional(),
})
export type StaffSession = z.infer<typeof staffSession>

/** At most ten seconds old. */
export const adminStats = z.object({
  /** Without erased members. */
  totalUsers: z.int(),
  totalSurveys: z.int(),
  /** Points ever earned by all members. */
  totalEarnings: z.number(),
  /** Members with a posting or a sign-in during the last 30 days. */
  activeUsers: z.int(),
  surveysCompleted: z.int(),
  /** Pages opened so far by people who agreed to be counted. */
  totalClicks: z.int(),
  countedAt: timestamp,
})

export const adminWithdrawal = withdrawal.extend({
  userEmail: z.string(),
  userName: z.string(),
  /** The payout provider's last message, for staff who investigate. */
  payoutNote: z.string().nullable(),
  /** The sum of the weights of `reviewReasons`. */
  riskScore: z.int(),
  /** Who approved it first, where a second person has to approve it too. */
  firstApprovedBy: z.string().nullable(),
  firstApprovedAt: timestamp.nullable(),
  /** The member's payouts are paused. */
  isPaused: z.boolean(),
  /** The name of the paid account, masked, and whether it can be the member's. Null where the payment came without one. */
  receiverName: z.string().nullable(),
  receiverNameMatches: z.boolean().nullable(),
  holds: z.array(adminHold),
})
export type AdminWithdrawal = z.infer<typeof adminWithdrawal>

export const listWithdrawalsInput = z.strictObject({
  status: withdrawalStatus.optional(),
  memberId: id.optional(),
  method: z.enum(WITHDRAWAL_METHODS).optional(),
  /** Has to be decided individually: in review, paused, or large enough for two approvals. */
  isFlagged: queryFlag.optional(),
  isHeld: queryFlag.optional(),
  /** Parts of the member's name or address, an M-Pesa number, a receipt, or the withdrawal's id. */
  search: memberSearch.optional(),
  /** Left out: the newest, with what is pending before the rest. */
  sort: z.enum(['newest', 'oldest']).optional(),
  /** The `id` of the previous page's last row. */
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(500).default(500),
})
export type ListWithdrawalsInput = z.infer<typeof listWithdrawalsInput>

/**
 * `adminNotes`: the reason of a rejection, the reference of a payment, otherwise a remark. The member sees it. `receipt`: the reference
 * of a payment, if the note says something else.
 */
export const decideWithdrawalInput = z.strictObject({
  status: z.enum(['approved', 'rejected', 'paid']),
  adminNotes: prose(500).default(''),
  receipt: identifier(40).optional(),
  id,
})
export type DecideWithdrawalInput = z.infer<typeof decideWithdrawalInput>

/** `root`: a document that left the database earlier (`books.root`), to compare the books with. */
export const verifyLedgerInput = z
  .strictObject({ root: z.string().transform(cleanText).pipe(z.string().min(1)).optional() })
  .prefault({})

export const ledgerReport = z.object({
  ok: z.boolean(),
  checkedPostings: z.int(),
  /**
   * `memberId`: null if it concerns no single member. `seq`: the posting's number within the member's ledger, or that of the
   * seal or the entry of the audit log that the problem names; 0 without one.
   */
  findings: z.array(z.object({ memberId: z.uuid().nullable(), seq: z.int(), problem: z.string() })),
})
export type LedgerReport = z.infer<typeof ledgerReport>
