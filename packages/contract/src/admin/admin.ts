import * as z from 'zod'
import { deviceToken, rememberDevice } from '../auth/auth.ts'
import { STAFF_ROLES } from '../auth/auth-rules.ts'
import { passkeyAnswer } from '../auth/passkeys.ts'
import { cleanText } from '../clean-text.ts'
import { enteredPassword, line, secondFactorCode, timestamp } from '../fields.ts'

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
