import { type ChangeEconomyInput, type Economy, economy } from '@chuma/contract/admin/economy/economy'
import type { EconomyReport } from '@chuma/contract/admin/economy/economy-report'
import { isLooser } from '@chuma/contract/admin/economy/is-looser'
import { listEconomyChanges } from '@chuma/contract/admin/economy/list-economy-changes'
import { type FieldProblems, problem } from '@chuma/contract/problems'
import { toFieldProblems } from '@chuma/contract/to-field-problems'
import type { Trx } from '@chuma/db/client'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { orAskAnother } from '../approvals/or-ask-another.ts'
import { passCompanyChange } from '../approvals/pass-company-change.ts'
import type { StaffActor } from '../staff/require-staff.ts'
import { readEconomy } from './create-economy-reader.ts'
import { getEconomyReport } from './get-economy-report.ts'
import { sideOf, writeEconomyVersion } from './write-economy-version.ts'

/**
 * Write a new version of the economy record: the newest with `changes`. It counts from the commit on, in other processes as
 * soon as they hear of it. Values fixed before (a withdrawal's rate, an attempt's reward) don't change.
 * Where company changes need two people it waits for the second; what lets one person do more alone always does.
 * @throws AppError APPROVAL_PENDING; ECONOMY_STATE if `version` is not the newest; INVALID_INPUT, naming `changes.<field>`, if the whole
 * record is not valid or nothing would change
 */
export async function changeEconomy(
  deps: Deps,
  staff: StaffActor,
  input: ChangeEconomyInput,
): Promise<EconomyReport> {
  const { version, changes, reason } = input
  await orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const before = await readNewest(trx, version)
      const record = merge(before, changes)
      const changed = listEconomyChanges(before, record)
      if (changed.length === 0) throw refused({ changes: [problem('NOTHING_CHANGED')] })
      const approved = await passCompanyChange(
        { deps, trx, staff },
        {
          kind: 'change-economy',
          subject: 'economy',
          payload: input,
          before: sideOf(changed, 'before'),
          after: sideOf(changed, 'after'),
          reason,
          mustWait: isLooser(before, record),
        },
      )
      const row = { before, record, follows: version, reason, choice: null, approved }
      // A concurrent change came first.
      if (!(await writeEconomyVersion(trx, staff, row))) throw new AppError('ECONOMY_STATE')
    }),
  )
  deps.changes.announce('economy')
  return getEconomyReport(deps)
}

async function readNewest(trx: Trx, version: number): Promise<Economy> {
  const newest = await readEconomy(trx)
  if (newest.version !== version) throw new AppError('ECONOMY_STATE')
  return newest.record
}

function merge(before: Economy, changes: ChangeEconomyInput['changes']): Economy {
  const merged = { ...before, ...changes }
  const whole = economy.safeParse(merged)
  if (whole.success) return whole.data
  const named = Object.entries(toFieldProblems(whole.error, merged))
  throw refused(Object.fromEntries(named.map(([field, problems]) => [`changes.${field}`, problems])))
}

const refused = (fields: FieldProblems) => new AppError('INVALID_INPUT', { fields })
