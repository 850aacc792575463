import { sql } from 'kysely'
import type { World } from './world.ts'

export type FarmResult = { farm: string; accounts: number; earnedKes: number; paidKes: number }
export type Year = {
  farms: FarmResult[]
  honest: {
    members: number
    withdrawals: number
    paidKes: number
    /** Withdrawals after the member's first payment that something held. */
    heldLater: number
    /** Still unpaid at the end, a week after they were requested. */
    stuck: number
    /** Waiting for longer than a day, and nothing on the member's page says why. */
    unexplained: number
    medianHoldHours: number
    medianLaterHoldHours: number
    byReason: { reason: string; holds: number; medianHours: number }[]
  }
  problems: [string, number][]
}

type Row = {
  memberId: string
  withdrawalId: string
  status: string
  amountKes: number
  isFirst: boolean
  isOld: boolean
  isExplained: boolean
  reasons: string[]
}

/** Compare what farms earned with what they were paid, and see how long honest members waited. */
export async function measureYear({ db, accounts, problems, deps }: World): Promise<Year> {
  const farmOf = new Map(accounts.map(({ memberId, person }) => [memberId, person.farm]))
  const { kesPerPoint } = await deps.economy()
  const withdrawals = await listWithdrawals(db)
  const holds = await listHolds(db)
  const earned = await db.selectFrom('wallet').select(['memberId', 'earned']).execute()

  const farms = new Map<string, FarmResult>()
  for (const { person } of accounts) {
    if (person.farm === null) continue
    const found = farms.get(person.farm) ?? { farm: person.farm, accounts: 0, earnedKes: 0, paidKes: 0 }
    found.accounts += 1
    farms.set(person.farm, found)
  }
  for (const { memberId, earned: points } of earned) {
    const farm = farms.get(farmOf.get(memberId) ?? '')
    if (farm) farm.earnedKes += Number(points) * kesPerPoint
  }
  for (const { memberId, status, amountKes } of withdrawals) {
    const farm = farms.get(farmOf.get(memberId) ?? '')
    if (farm && status === 'paid') farm.paidKes += amountKes
  }

  const honestOnes = withdrawals.filter(({ memberId }) => farmOf.get(memberId) === null)
  const later = honestOnes.filter(({ isFirst }) => !isFirst)
  const isLater = new Set(later.map(({ withdrawalId }) => withdrawalId))
  const honestHolds = holds.filter(({ memberId }) => farmOf.get(memberId) === null)
  const hoursOf = (chosen: typeof honestHolds) => median(chosen.map(({ hours }) => hours))
  const reasons = Map.groupBy(honestHolds, ({ reason }) => reason)
  return {
    farms: [...farms.values()].sort((one, other) => other.paidKes - one.paidKes),
    honest: {
      members: accounts.filter(({ person, memberId }) => person.farm === null && memberId !== null).length,
      withdrawals: honestOnes.length,
      paidKes: sum(honestOnes.filter(({ status }) => status === 'paid').map(({ amountKes }) => amountKes)),
      heldLater: later.filter((row) => row.reasons.length > 0).length,
      stuck: honestOnes.filter(({ status, isOld }) => isOld && status !== 'paid').length,
      unexplained: honestOnes.filter(({ isExplained }) => !isExplained).length,
      medianHoldHours: hoursOf(honestHolds),
      medianLaterHoldHours: hoursOf(honestHolds.filter(({ subjectId }) => isLater.has(subjectId))),
      byReason: [...reasons].map(([reason, rows]) => ({
        reason,
        holds: rows.length,
        medianHours: hoursOf(rows),
      })),
    },
    problems: [...problems].sort(([, one], [, other]) => other - one),
  }
}

async function listWithdrawals(db: World['db']): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select w.member_id, w.withdrawal_id, w.status, w.amount_kes,
      row_number() over (partition by w.member_id order by w.requested_at) = 1 as is_first,
      w.requested_at < now() - interval '7 days' as is_old,
      w.status in ('paid', 'rejected') or w.requested_at > now() - interval '1 day' or w.is_in_review
        or exists (select from hold h where h.member_id = w.member_id and h.subject_id = w.withdrawal_id and h.ended_at is null)
        or exists (select from payout_pause p where p.member_id = w.member_id and p.lifted_at is null)
        or exists (select from payout_decision d where d.member_id = w.member_id and d.withdrawal_id = w.withdrawal_id
          and d.mode = 'on' and cardinality(d.reasons) > 0) as is_explained,
      array(select h.reason from hold h where h.member_id = w.member_id and h.subject_id = w.withdrawal_id) as reasons
    from withdrawal w order by w.requested_at
  `.execute(db)
  return rows
}

type HoldRow = { memberId: string; subjectId: string; reason: string; hours: number }

async function listHolds(db: World['db']): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`
    select member_id, subject_id, reason,
      extract(epoch from coalesce(ended_at, now()) - created_at)::float8 / 3600 as hours
    from hold where subject = 'withdrawal'
  `.execute(db)
  return rows
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

type Run = { seed: number; days: number; minutes: number }

/** Print the report as Markdown. Returns whether every goal was met. */
export function printYear({ farms, honest, problems }: Year, run: Run): boolean {
  const earnedKes = sum(farms.map((farm) => farm.earnedKes))
  const paidKes = sum(farms.map((farm) => farm.paidKes))
  const kept = earnedKes > 0 ? paidKes / earnedKes : 0
  const heldLater = honest.heldLater / Math.max(1, honest.withdrawals)
  const goals: [string, string, boolean][] = [
    ['Farms keep of what they earned (under 2 %)', percent(kept), kept < 0.02],
    ['Honest withdrawals held after the first payment (under 1 %)', percent(heldLater), heldLater < 0.01],
    [
      'Median hold of honest members (under 24 h)',
      hours(honest.medianHoldHours),
      honest.medianHoldHours < 24,
    ],
    [
      'Honest withdrawals that wait without a reason (none)',
      String(honest.unexplained),
      honest.unexplained === 0,
    ],
  ]
  const lines = [
    `Seed ${run.seed}: ${honest.members} honest members, ${farms.length} farms with ${sum(farms.map((farm) => farm.accounts))} accounts, ${run.days} days, in ${run.minutes.toFixed(1)} minutes`,
    '',
    '| Goal | Result | |',
    '| --- | ---: | --- |',
    ...goals.map(([goal, result, isMet]) => `| ${goal} | ${result} | ${isMet ? 'met' : '**missed**'} |`),
    '',
    '| Farm | Accounts | Earned, KES | Paid, KES |',
    '| --- | ---: | ---: | ---: |',
    ...farms.map(
      (farm) =>
        `| ${farm.farm} | ${farm.accounts} | ${farm.earnedKes.toLocaleString('en')} | ${farm.paidKes.toLocaleString('en')} |`,
    ),
    '',
    `Honest withdrawals: ${honest.withdrawals}, paid KES ${honest.paidKes.toLocaleString('en')}; older than a week and unpaid: ${honest.stuck}; median hold after the first payment: ${hours(honest.medianLaterHoldHours)}`,
    '',
    '| Hold of honest members | Count | Median |',
    '| --- | ---: | ---: |',
    ...honest.byReason.map(
      ({ reason, holds, medianHours }) => `| ${reason} | ${holds} | ${hours(medianHours)} |`,
    ),
    '',
    `Refusals: ${problems.map(([name, count]) => `${name} ${count}`).join(', ') || 'none'}`,
    '',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return goals.every(([, , isMet]) => isMet)
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`
const hours = (value: number) => `${value.toFixed(1)} h`
