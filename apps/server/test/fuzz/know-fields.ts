import { STAFF_PASSWORD } from '@chuma/core/admin/testing'
import { signedLink } from '../signed-link.ts'
import type { createFuzzWorld, Pools } from './fuzz-world.ts'

/** What a call's id names, by the name of the procedure or the path of the route: the first match counts. */
const KINDS: [pattern: RegExp, kind: string][] = [
  [/users\//, 'member'],
  [/webhook-deliver|Deliver/, 'delivery'],
  [/webhook/i, 'webhook'],
  [/receivables\/invoices|partnerinvoice/i, 'invoice'],
  [/receivables\/receipts|partnerreceipt/i, 'receipt'],
  [/receivables\/differences|reportdifference/i, 'report row'],
  [/quiz(?!.*submit)|QuizQuestion/i, 'question'],
  [/user-surveys\/:id/, 'attempt'],
  [/survey|offer/i, 'survey'],
  [/proofs\/|decideProof/, 'proof'],
  [/watchVideo|video-tasks/, 'video'],
  [/clickAd|ad-tasks/, 'ad'],
  [/openTask/, 'video'],
  [/submitProof|social-tasks/, 'social'],
  [/micro-jobs/, 'micro-job'],
  [/openLink|affiliate/, 'affiliate'],
  [/admin.*task/i, 'micro-job'],
  [/partner-events|Event$/, 'event'],
  [/claim/i, 'claim'],
  [/credit-?review/i, 'credit review'],
  [/partner/i, 'partner'],
  [/template/i, 'template'],
  [/message/i, 'message'],
  [/premium-payment|PremiumPayment/, 'payment'],
  [/pauses|appeal/i, 'pause'],
  [/withdraw|payout|Approval/i, 'withdrawal'],
  [/admin.*session/i, 'staff session'],
  [/session/i, 'session'],
  [/api-?key/i, 'key'],
  [/failed-jobs|retryJob/, 'job'],
  [/difference/i, 'difference'],
  [/statementrow|statement-row/i, 'statement row'],
  [/staff/i, 'staff'],
]

const KEYS: Record<string, string> = {
  memberId: 'member',
  surveyId: 'survey',
  chosen: 'survey',
  partnerId: 'partner',
  clickId: 'click',
  ids: 'withdrawal',
  publicKey: 'public key',
  token: 'link',
}

const DAYS = ['2026-11-01', '2026-11-20', '2026-11-22', '2025-01-31']
const CHOSEN = ['another-long-password']
/** One for each new sign-up. */
const NEW_EMAILS = Array.from({ length: 60 }, (_, index) => `fuzz-${index}@example.com`)
const question = { id: 1, type: 'rating', question: 'How do you save?', options: [], required: true }

/** Values that a schema cannot generate, by field name. */
const VALUES: Record<string, readonly unknown[]> = {
  email: ['amina@example.com', ' Amina@Example.com ', 'nobody@example.com'],
  paypalEmail: ['amina@example.com'],
  password: [STAFF_PASSWORD],
  currentPassword: [STAFF_PASSWORD],
  newPassword: CHOSEN,
  confirmPassword: CHOSEN,
  firstName: ['Amina', 'Wanjikũ', "N'Dirangu"],
  country: ['Kenya', 'Global', ''],
  mpesaNumber: ['0712345678', '+254 700 000 001', '254110000002', '0722999888'],
  accountNumber: ['12345678', '0011 2233 4455'],
  bankName: ['Equity Bank'],
  month: ['2026-11', '2026-10', '2999-12', '2000-01'],
  day: DAYS,
  from: DAYS,
  to: DAYS,
  startsAt: ['2026-11-22T10:00:00Z', '2020-01-01T00:00:00+03:00', null],
  endsAt: ['2027-01-01T10:00:00Z', null],
  url: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://example.com/{click_id}', ''],
  externalUrl: ['https://example.com/go?c={click_id}', ''],
  method: ['mpesa', 'bank'],
  timeZone: ['Africa/Nairobi', 'Etc/GMT+12'],
  code: ['123456', 'A'.repeat(16)],
  username: ['spare1', 'fuzz-clerk'],
  preset: ['custom', 'cpx-research', 'bitlabs'],
  scheme: [signedLink],
  secret: ['a-secret-of-a-partner'],
  proof: ['https://social.example/p/1', 'Flour 180'],
  search: ['Amina', 'am', 'Zawadi', '0712345678', '%'],
  q: ['Amina', '0712345678', '%'],
  actor: ['staff:fatuma', 'system'],
  action: ['member.suspended', 'withdrawal.paid'],
  permissions: [['stats:read'], ['members:read', 'audit:read']],
  questions: [[question], [], null],
  answers: [{ 1: 'SACCO', 2: 4, 3: 'yes' }, { 1: 'A' }, {}],
  questionId: [1, 2, 3, 4],
  points: [1, 20, 500],
  pointsToWithdraw: [1, 2, 10],
  limit: [1, 2, 50, 100],
  version: [1, 2],
  isDryRun: [true, false],
  timeSpent: [0, 15, 20],
  csv: [
    'Withdrawal ID,Amount KES,Reference\n00000000-0000-4000-8000-000000000000,2000,SLIP-1',
    'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn\nX,22-11-2026 10:00:00,a,Completed,,1',
  ],
}

/** Fields that mean something else at these doors. */
const OF_DOOR: Record<string, Record<string, readonly unknown[]>> = {
  signup: { password: CHOSEN, email: NEW_EMAILS, country: ['Kenya'] },
  reset: { password: CHOSEN },
  restore: { email: ['leaver@example.com'] },
  updateProfile: { email: NEW_EMAILS },
  profile: { email: NEW_EMAILS },
  changeEconomy: { from: [], answers: [] },
  economy: { from: [] },
  earnings: { from: [{ totalEarnings: 0, points: 50 }], points: [0, 50, 1e6] },
  editEarnings: { from: [{ totalEarnings: 0, points: 50 }], points: [0, 50, 1e6] },
}

/** Create values for a door's fields that give its handler something to do. */
export function createKnowledge(world: Awaited<ReturnType<typeof createFuzzWorld>>) {
  let pools: Pools = {}
  let files: string[] = []
  const idsOf = (kind: string | undefined) => {
    if (kind === 'member') return world.members
    if (kind === 'staff') return world.staff
    if (kind === 'link') return world.links
    return kind ? pools[kind] : undefined
  }
  return {
    learn: (found: { pools: Pools; files: string[] }) => {
      pools = found.pools
      files = found.files
    },
    about: (door: string) => (key: string) => {
      const special = Object.entries(OF_DOOR).find(([part]) =>
        door.toLowerCase().includes(part.toLowerCase()),
      )
      const given = special?.[1][key]
      if (given) return given
      if (key === 'id' || key === 'after' || key === 'before') {
        const kind = KINDS.find(([pattern]) => pattern.test(door))?.[1]
        const ids = idsOf(kind) ?? []
        // A cursor may also be a number.
        return key === 'before' && !/admin/.test(door) ? undefined : ids
      }
      if (key === 'csv') return [...(VALUES.csv ?? []), ...files]
      return KEYS[key] ? (idsOf(KEYS[key]) ?? []) : VALUES[key]
    },
  }
}
