import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { EconomyAssumptions } from '@chuma/contract/admin/economy/economy-assumptions'
import type { EconomyChoice } from '@chuma/contract/admin/economy/economy-presets'
import { type EconomyChange, listEconomyChanges } from '@chuma/contract/admin/economy/list-economy-changes'
import type { Trx } from '@chuma/db/client'
import { insertEconomyVersion } from '@chuma/db/queries/admin/economy'
import { hastenPrepared } from '@chuma/db/queries/payouts/due-attempts'
import type { ApprovedBy } from '../approvals/approval.ts'
import { recordCompanyChange } from '../audit/record-company-change.ts'
import type { StaffActor } from '../staff/require-staff.ts'

type Version = {
  before: Economy
  record: Economy
  /** The version that `before` was read from. */
  follows: number
  reason: string
  /** Null: single numbers were edited. */
  choice: { preset: EconomyChoice; assumptions: EconomyAssumptions } | null
  approved: ApprovedBy
}

/** Write a version with its audit entry. False, and nothing written, if another version already follows the same one. */
export async function writeEconomyVersion(
  trx: Trx,
  staff: StaffActor,
  { before, record, follows, reason, choice, approved }: Version,
): Promise<boolean> {
  const changed = listEconomyChanges(before, record)
  const row = { record, follows, choice, changedBy: staff.name, reason }
  if (!(await insertEconomyVersion(trx, row))) return false
  // Payouts that a limit put off until tomorrow may be possible today.
  if (changed.some(({ field }) => PAYOUT_LIMITS.has(field))) await hastenPrepared(trx)
  await recordCompanyChange(trx, {
    actor: staff.name,
    action: choice ? 'economy.preset-chosen' : 'economy.changed',
    subject: 'economy',
    before: sideOf(changed, 'before'),
    after: { ...sideOf(changed, 'after'), ...(choice && { preset: choice.preset }), ...approved },
    reason,
    address: staff.address,
  })
  return true
}

const PAYOUT_LIMITS: ReadonlySet<string> = new Set<keyof Economy>([
  'dailyPayoutLimitKes',
  'memberDailyPayoutLimitKes',
])

/** The changed fields with their values before or after. */
export const sideOf = (changed: EconomyChange[], which: 'before' | 'after') =>
  Object.fromEntries(changed.map((change) => [change.field, change[which]]))
