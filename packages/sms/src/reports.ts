import * as z from 'zod'
import type { TextProblem } from './transport.ts'

const report = z.object({
  id: z.string().min(1).max(100),
  status: z.string().max(50),
  phoneNumber: z
    .string()
    .regex(/^\+?254\d{9}$/)
    .transform((number) => number.replace(/^\+/, ''))
    .nullable()
    .catch(null),
  failureReason: z.string().max(100).catch(''),
})

/** What a network said about a text. `number` is null if the report names none of Kenya's. */
type TextReport = { providerId: string; number: string | null } & (
  | { outcome: 'delivered' }
  | { outcome: 'undelivered'; problem: TextProblem; reason: string }
)

const FAILED = new Set(['Failed', 'Rejected', 'AbsentSubscriber', 'Expired'])
/** Compared without case: the provider writes both UserInBlackList and UserInBlacklist. */
const PROBLEMS: Record<string, TextProblem> = {
  userinblacklist: 'blocked',
  donotdisturbrejection: 'blocked',
  userdoesnotexist: 'number',
  userisinactive: 'number',
  useraccountsuspended: 'number',
  notnetworksubscriber: 'number',
}

/**
 * Parse a delivery report, the form that Africa's Talking posts. Null for what is none, and for news on the way (Sent,
 * Submitted, Buffered), which change nothing.
 */
export function readReport(body: string): TextReport | null {
  const { data } = report.safeParse(Object.fromEntries(new URLSearchParams(body)))
  if (!data) return null
  const { id: providerId, status, phoneNumber: number, failureReason } = data
  if (status === 'Success') return { outcome: 'delivered', providerId, number }
  if (!FAILED.has(status)) return null
  const problem = PROBLEMS[failureReason.toLowerCase()] ?? 'network'
  const reason = `${status} ${/^\w+$/.test(failureReason) ? failureReason : ''}`.trim()
  return { outcome: 'undelivered', providerId, number, problem, reason }
}
