import { type FieldProblems, type Problem, problem } from '@chuma/contract/problems'
import { type SaveQuotasInput, toCellId } from '@chuma/contract/surveys/quotas/quotas'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findDraft } from '@chuma/db/queries/surveys/questionnaires'
import { lockBeforeQuotas, lockCells, replaceCells, upsertQuota } from '@chuma/db/queries/surveys/quotas'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError, invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { checkQuotas } from './check-quotas.ts'
import { getQuotas, type Quotas, requireQuotas } from './get-quotas.ts'

/**
 * Store a survey's quotas. They begin before the first member does; afterwards targets may change, and never fall below the places
 * that are taken.
 * @throws AppError SURVEY_NOT_FOUND; QUOTAS_CHANGED if someone saved others since; INVALID_INPUT with what the check found, for
 * surveys that members have begun without quotas, and for partners' and instant surveys
 */
export function saveQuotas(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  input: SaveQuotasInput,
): Promise<Quotas> {
  const { id, version, cells, ...plan } = input
  return db.transaction().execute(async (trx) => {
    const isBegun = await lockBeforeQuotas(trx, id)
    const before = await requireQuotas(trx, id)
    if ((before.version ?? 0) !== version) throw new AppError('QUOTAS_CHANGED')
    if (before.kind !== 'questions') throw invalidField('id', 'SURVEY_ASKS_ELSEWHERE')
    if (isBegun && version === 0) throw invalidField('id', 'QUOTA_AFTER_START')
    await requireFillable(trx, input)
    await requireRoom(trx, input, before)

    await upsertQuota(trx, { surveyId: id, ...plan, version: version + 1, savedBy: staff.name })
    await replaceCells(trx, id, toCells(input))
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'save-quotas',
      subject: `survey:${id}`,
      ...(version > 0 && { before: describePlan(before) }),
      after: { ...describePlan(plan), cells: cells.length },
      address: staff.address,
    })
    return getQuotas({ db: trx }, { id })
  })
}

type Plan = {
  total: number | null
  softLaunch: number | null
  dailyPercent: number | null
  holdMinutes: number | null
}

const describePlan = ({ total, softLaunch, dailyPercent, holdMinutes }: Plan) => ({
  total,
  softLaunch,
  dailyPercent,
  holdMinutes,
})

async function requireFillable(trx: Trx, { id, ...plan }: SaveQuotasInput): Promise<void> {
  const draft = await findDraft(trx, id)
  const byPath = new Map<string, Problem[]>()
  for (const { level, path, problem: found } of checkQuotas(plan, draft?.content ?? null)) {
    const field = path.replace(/^quotas\./, '')
    if (level === 'error') byPath.set(field, [...(byPath.get(field) ?? []), found])
  }
  if (byPath.size === 0) return
  const fields: FieldProblems = Object.fromEntries(byPath)
  throw new AppError('INVALID_INPUT', { fields })
}

/** Members wait for the lock: what is taken now stays so until the targets have changed. */
async function requireRoom(
  trx: Trx,
  { id, dimensions, cells }: SaveQuotasInput,
  before: Awaited<ReturnType<typeof requireQuotas>>,
): Promise<void> {
  const taken = new Map((await lockCells(trx, id)).map((row) => [row.cell, row.taken]))
  const isFrozen = before.isFrozen || [...taken.values()].some((count) => count > 0)
  if (isFrozen && !isSame(before.dimensions, dimensions)) throw invalidField('dimensions', 'QUOTA_FROZEN')
  const fields: FieldProblems = {}
  for (const [place, { groups, target }] of cells.entries()) {
    const count = taken.get(toCellId(groups)) ?? 0
    if (target < count) fields[`cells.${place}.target`] = [problem('QUOTA_TARGET_TAKEN', { taken: count })]
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
}

/** Labels may change: they decide nothing. */
function isSame(before: SaveQuotasInput['dimensions'] | null, after: SaveQuotasInput['dimensions']): boolean {
  const bare = (dimensions: SaveQuotasInput['dimensions']) =>
    dimensions.map(({ source, code, groups }) => [
      source,
      code,
      groups.map((group) => [group.code, group.codes]),
    ])
  return JSON.stringify(bare(before ?? [])) === JSON.stringify(bare(after))
}

function toCells({ dimensions, cells }: SaveQuotasInput) {
  return cells.map(({ groups, target }) => ({
    cell: toCellId(groups),
    groups,
    target,
    profile: Object.fromEntries(
      dimensions.flatMap(({ source, code, groups: all }, place) => {
        const codes = all.find((group) => group.code === groups[place])?.codes
        return source === 'profile' && codes ? [[code, codes]] : []
      }),
    ),
  }))
}
