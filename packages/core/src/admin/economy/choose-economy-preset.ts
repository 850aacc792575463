import {
  type ChooseEconomyPresetInput,
  describeEconomyChoice,
  type economyPresets,
} from '@chuma/contract/admin/economy/describe-economy-choice'
import type { Economy } from '@chuma/contract/admin/economy/economy'
import { listEconomyChanges } from '@chuma/contract/admin/economy/list-economy-changes'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { findChosenEconomy, findNewestEconomy, scaleTaskPoints } from '@chuma/db/queries/admin/economy'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { orAskAnother } from '../approvals/or-ask-another.ts'
import { passCompanyChange } from '../approvals/pass-company-change.ts'
import type { StaffActor } from '../staff/require-staff.ts'
import { listEconomyPresets, readChoiceContext } from './list-economy-presets.ts'
import { sideOf, writeEconomyVersion } from './write-economy-version.ts'

/**
 * Choose the numbers an installation lives on, with the assumptions they were computed from. Writes a new version and scales
 * the points of the tasks in the catalogue. A repeat of the newest choice writes nothing.
 * Where company changes need two people a later choice waits for the second.
 * @throws AppError APPROVAL_PENDING; ECONOMY_STATE if `version` is not the newest; ECONOMY_UNCONFIRMED if the choice costs more than it brings
 * in outside demo mode, or changes the value of points that members hold, and `isConfirmed` is not set
 */
export async function chooseEconomyPreset(
  deps: Deps,
  staff: StaffActor,
  wish: ChooseEconomyPresetInput,
): Promise<Answer<typeof economyPresets>> {
  const { choice, assumptions, version, reason } = wish
  const isNew = await orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      if (!staff.approval && (await isNewest(trx, wish))) return false
      const { isEconomyChoiceRequired } = deps
      const context = await readChoiceContext({ db: trx, isEconomyChoiceRequired })
      if (context.version !== version) throw new AppError('ECONOMY_STATE')
      const option = describeEconomyChoice(context, choice, assumptions)
      if (option.confirm.length > 0 && !wish.isConfirmed) {
        const { average } = option.projection.member
        // Held points keep the rate of their withdrawal.
        const free = context.owedPoints - context.heldPoints
        throw new AppError('ECONOMY_UNCONFIRMED', {
          costKes: Math.round(average.costKes),
          bringsKes: Math.round(average.incomeKes),
          owedKes: free * context.record.kesPerPoint + context.heldKes,
          owedAfterKes: free * option.record.kesPerPoint + context.heldKes,
        })
      }
      const { record: before } = context
      // The first choice of a new installation protects nothing yet.
      const isFirst = !staff.approval && (await findChosenEconomy(trx)) === undefined
      const approved = isFirst
        ? {}
        : await passChoice({ deps, trx, staff }, { wish, before, after: option.record })
      const written = { before, record: option.record, follows: version, reason, approved }
      const row = { ...written, choice: { preset: choice, assumptions } }
      if (!(await writeEconomyVersion(trx, staff, row))) {
        // A concurrent request came first. If it wanted the same, both succeed.
        if (await isNewest(trx, wish)) return false
        throw new AppError('ECONOMY_STATE')
      }
      await scaleTasks(trx, before, option.record)
      return true
    }),
  )
  if (isNew) deps.changes.announce('economy')
  return listEconomyPresets(deps)
}

type Choice = { wish: ChooseEconomyPresetInput; before: Economy; after: Economy }

function passChoice(act: Parameters<typeof passCompanyChange>[0], { wish, before, after }: Choice) {
  const changed = listEconomyChanges(before, after)
  return passCompanyChange(act, {
    kind: 'choose-economy-preset',
    subject: 'economy',
    payload: wish,
    before: sideOf(changed, 'before'),
    after: { ...sideOf(changed, 'after'), preset: wish.choice },
    reason: wish.reason,
  })
}

/** Whether the newest version is this choice already, made from the version that the caller names or from that one. */
async function isNewest(
  trx: Trx,
  { choice, assumptions, version }: ChooseEconomyPresetInput,
): Promise<boolean> {
  const newest = await findNewestEconomy(trx)
  if (!newest?.assumptions || newest.preset !== choice) return false
  const isKnown = newest.version === version || newest.follows === version
  return isKnown && isSame(newest.assumptions, assumptions)
}

const isSame = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>) =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])

const TASK_RANGES = [
  ['video', 'videoPoints'],
  ['ad', 'adPoints'],
  ['social', 'socialPoints'],
  ['micro-job', 'microJobPoints'],
] as const

/** Keep the ratios between existing tasks too. Opened tasks and submitted proofs keep what they promised. */
async function scaleTasks(trx: Trx, before: Economy, after: Economy): Promise<void> {
  const changed = new Set(listEconomyChanges(before, after).map(({ field }) => field))
  for (const [kind, field] of TASK_RANGES) {
    if (changed.has(field)) await scaleTaskPoints(trx, { kind, before: before[field], after: after[field] })
  }
}
