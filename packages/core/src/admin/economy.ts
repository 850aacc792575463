import { type ChangeEconomyInput, type Economy, economy } from '@chuma/contract/admin/economy/economy'
import {
  defaultEconomy,
  demoLimits,
  type EconomyChange,
  isLooser,
  listEconomyChanges,
} from '@chuma/contract/admin/economy/economy-defaults'
import {
  applyEconomyPreset,
  type ChooseEconomyPresetInput,
  describeEconomyChoice,
  ECONOMY_CHOICES,
  type EconomyChoice,
  type EconomyReport,
  type economyVersion,
  type ListEconomyVersionsInput,
  warnAboutEconomy,
} from '@chuma/contract/admin/economy/economy-presets'
import {
  defaultAssumptions,
  type EconomyAssumptions,
  type EconomyAssumptionsInput,
  economyAssumptions,
  explainEconomy,
} from '@chuma/contract/admin/economy/project-economy'
import type { Answer } from '@chuma/contract/fields'
import { type FieldProblems, problem } from '@chuma/contract/problems'
import { PAID_TASK_KINDS, TASK_RULES } from '@chuma/contract/tasks/task-kinds'
import { toFieldProblems } from '@chuma/contract/to-field-problems'
import type { Db, Trx } from '@chuma/db/client'
import {
  findChosenEconomy,
  findNewestEconomy,
  getDailyTasks,
  getPointsTotal,
  insertEconomyVersion,
  listVersions,
  readEconomyInUse,
  scaleTaskPoints,
} from '@chuma/db/queries/admin/economy'
import { hastenPrepared } from '@chuma/db/queries/payouts/payout-attempts'
import { AppError } from '../app-error.ts'
import { passCompanyChange, recordCompanyChange } from '../approvals/company-changes.ts'
import { orAskAnother } from '../approvals/or-ask-another.ts'
import type { ApprovedBy } from '../approvals/transitions.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { parseEconomy, readEconomy } from '../economy.ts'
import { announceShared } from '../live/cached.ts'

/**
 * Choose the numbers an installation lives on, with the assumptions they were computed from. Writes a new version and scales
 * the points of the tasks in the catalogue. A repeat of the newest choice writes nothing.
 * Where company changes need two people a later choice waits for the second.
 * @throws AppError APPROVAL_PENDING; ECONOMY_STATE if `version` is not the newest; ECONOMY_UNCONFIRMED if the choice costs more than it brings
 * in outside demo mode, or changes the value of points that members hold, and `isConfirmed` is not set
 */
export async function chooseEconomyPreset(deps: Deps, staff: StaffActor, wish: ChooseEconomyPresetInput) {
  const { choice, assumptions, version, reason } = wish
  const isNew = await orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      if (!staff.approval && (await isNewest(trx, wish))) return false
      const { isEconomyChoiceRequired } = deps
      const owedPoints = await getPointsTotal(trx)
      const { context } = await readChoiceContext(trx, { owedPoints, isEconomyChoiceRequired })
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
  if (isNew) await announceShared(deps, 'economy')
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
async function isNewest(trx: Trx, { choice, assumptions, version }: ChooseEconomyPresetInput) {
  const newest = await findNewestEconomy(trx)
  if (!newest?.assumptions || newest.preset !== choice) return false
  const isKnown = newest.version === version || newest.follows === version
  return isKnown && isSame(newest.assumptions, assumptions)
}

const isSame = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>) =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])

/** Keep the ratios between existing tasks too. Opened tasks and submitted proofs keep what they promised. */
async function scaleTasks(trx: Trx, before: Economy, after: Economy): Promise<void> {
  const changed = new Set(listEconomyChanges(before, after).map(({ field }) => field))
  for (const kind of PAID_TASK_KINDS) {
    const { range } = TASK_RULES[kind]
    if (changed.has(range)) await scaleTaskPoints(trx, { kind, before: before[range], after: after[range] })
  }
}

type Needed = Pick<Deps, 'db' | 'isEconomyChoiceRequired' | 'owedPoints'>

/** List what each choice means under the given assumptions; the stored ones apply where none is given. */
export async function listEconomyPresets(deps: Needed, given: EconomyAssumptionsInput = {}) {
  const { db, isEconomyChoiceRequired } = deps
  const owedPoints = await deps.owedPoints()
  const { context, chosen } = await readChoiceContext(db, { owedPoints, isEconomyChoiceRequired })
  const assumptions = economyAssumptions.parse({
    ...defaultAssumptions,
    // What the operator really gets for a dollar and for a month of premium.
    kesPerUsd: context.record.kesPerUsd,
    premiumKesPerMonth: context.record.premiumKesPerMonth,
    ...chosen?.assumptions,
    ...given,
  })
  return {
    ...context,
    assumptions,
    chosen: chosen && {
      choice: chosen.preset,
      version: chosen.chosenVersion,
      changedBy: chosen.changedBy,
      createdAt: chosen.createdAt,
    },
    options: ECONOMY_CHOICES.map((choice) => describeEconomyChoice(context, choice, assumptions)),
  }
}

/** Read what a choice is made from, from the database and not from the cache. */
async function readChoiceContext(
  db: Db,
  {
    owedPoints,
    isEconomyChoiceRequired: isChoiceRequired,
  }: { owedPoints: number; isEconomyChoiceRequired: boolean },
) {
  const inUse = await readEconomyInUse(db)
  const { heldPoints, heldKes } = inUse
  return {
    context: { ...parseEconomy(inUse), owedPoints, heldPoints, heldKes, isChoiceRequired },
    chosen: inUse.preset === null ? null : inUse,
  }
}

/**
 * Write a new database's first record, once even if several processes start together. Where an owner still has to choose,
 * it holds the sustainable numbers: nobody is promised the specified ones before someone confirmed what they cost.
 * `createdAt` dates it into a demo's past.
 */
export async function ensureEconomy(
  db: Db,
  { isChosen = true, createdAt }: { isChosen?: boolean; createdAt?: Date } = {},
): Promise<void> {
  if (await findNewestEconomy(db)) return
  const specified = economy.parse({ ...defaultEconomy, ...(isChosen ? demoLimits : {}) })
  await insertEconomyVersion(db, {
    record: isChosen ? specified : applyEconomyPreset(specified, 'sustainable', defaultAssumptions),
    choice: isChosen ? { preset: 'specified', assumptions: defaultAssumptions } : null,
    follows: 0,
    changedBy: 'system',
    reason: 'First start',
    ...(createdAt ? { createdAt } : {}),
  })
}

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
async function writeEconomyVersion(
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
const sideOf = (changed: EconomyChange[], which: 'before' | 'after') =>
  Object.fromEntries(changed.map((change) => [change.field, change[which]]))

/**
 * Write a new version of the economy record: the newest with `changes`. It counts from the commit on, in other processes as
 * soon as they hear of it. Values fixed before (a withdrawal's rate, an attempt's reward) don't change.
 * Where company changes need two people it waits for the second; what lets one person do more alone always does.
 * @throws AppError APPROVAL_PENDING; ECONOMY_STATE if `version` is not the newest; INVALID_INPUT, naming `changes.<field>`, if the whole
 * record is not valid or nothing would change
 */
export async function changeEconomy(deps: Deps, staff: StaffActor, input: ChangeEconomyInput) {
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
  await announceShared(deps, 'economy')
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

/** Get the record and its consequences. Reads the database, not the cache: an edit has to start from the newest version. */
export async function getEconomyReport(deps: Pick<Deps, 'db' | 'owedPoints'>): Promise<EconomyReport> {
  const { db } = deps
  const [inUse, tasks, owedPoints] = await Promise.all([
    readEconomyInUse(db),
    getDailyTasks(db),
    deps.owedPoints(),
  ])
  const { version, record } = parseEconomy(inUse)
  const { heldPoints, heldKes } = inUse
  const meaning = explainEconomy(record, tasks)
  return {
    version,
    record,
    tasks,
    meaning,
    warnings: warnAboutEconomy(record, meaning),
    owedPoints,
    owedKes: (owedPoints - heldPoints) * record.kesPerPoint + heldKes,
  }
}

/** List the versions, newest first, each with its changes. */
export async function listEconomyVersions(
  { db }: Pick<Deps, 'db'>,
  { after, limit }: ListEconomyVersionsInput,
): Promise<Answer<typeof economyVersion>[]> {
  // One more than the page: its last version is compared with the one before.
  const rows = await listVersions(db, { after, limit: limit + 1 })
  return rows.slice(0, limit).map(({ record, ...row }, index) => {
    const earlier = rows[index + 1]?.record
    return { ...row, changes: earlier ? listEconomyChanges(whole(earlier), whole(record)) : [] }
  })
}

const defaults = economy.parse(defaultEconomy)

/** The record as it applied: missing fields had their default. Not parsed, because the schema's rules change. */
const whole = (record: Economy): Economy => ({ ...defaults, ...record })
