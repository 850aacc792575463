import type { AutomaticMode } from '@chuma/contract/payouts/automatic-payouts'
import { sql } from 'kysely'
import { readDestination } from '../../src/account/destinations.ts'
import { sweepAutomatic } from '../../src/payouts/automatic/decide-automatically.ts'
import { callBack, doJob, runJobs } from '../../src/payouts/testing.ts'
import { proveDestination } from '../../src/wallet/destinations/name-destination.ts'
import type { PayoutPlace } from './person.ts'
import type { World } from './world.ts'

let receipts = 0

/** What workers do all the time: the rule decides, and the provider pays what is approved. */
export async function runMachine(world: World): Promise<void> {
  const { deps } = world
  await runJobs(deps)
  await sweepAutomatic(deps)
  await runJobs(deps)
  await payOrders(world)
  await runJobs(deps)
}

/** The same for one member, as soon as there is something to do for them. */
export async function runMachineFor(world: World, memberId: string): Promise<void> {
  await runJobsOf(world, memberId)
  await payOrders(world)
  await runJobsOf(world, memberId)
}

async function runJobsOf({ db, deps }: World, memberId: string): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ name: string; data: never }>`
      delete from pgboss.job where state = 'created' and (name = 'process-payout-callback' or data->>'memberId' = ${memberId})
      returning name, data
    `.execute(db.withoutPlugins())
    if (rows.length === 0) return
    for (const { name, data } of rows) await doJob(deps, name, data).catch(() => {})
  }
}

/** The provider pays everything at once. */
async function payOrders({ deps, orders }: World): Promise<void> {
  for (const payment of orders.splice(0)) {
    await callBack(deps, payment.resultUrl, {
      originatorConversationId: payment.originatorConversationId,
      receipt: `UKY${String(++receipts).padStart(7, '0')}`,
      amountKes: payment.amountKes,
      msisdn: payment.msisdn,
      code: '0',
      description: 'Paid.',
      verdict: 'paid',
    })
  }
}

/** Everyone proves a number that nobody else has proven, farms too: a code by SMS costs them nothing. */
export async function proveNumber({ db, deps }: World, memberId: string, place: PayoutPlace): Promise<void> {
  if (place.withdrawalMethod !== 'mpesa') return
  const { mpesaNumber } = place
  const destination = readDestination({ ...NO_ACCOUNT, method: 'mpesa', mpesaNumber })
  if (destination) {
    await db
      .transaction()
      .execute((trx) => proveDestination(trx, deps, { memberId, ...destination, by: 'code' }))
  }
}

const NO_ACCOUNT = { bankName: null, accountNumber: null, paypalEmail: null }

export type AutomaticYear = {
  mode: AutomaticMode
  /** Withdrawals of honest members by M-Pesa that were paid, and those that the rule paid, or would have. */
  honestPaid: number
  honestAutomatic: number
  /** Half of them had their money after this long, and half of those that were not the first of a member. */
  medianMinutes: number | null
  medianLaterMinutes: number | null
  /** KES that the rule paid farms, or would have; and of that what no person approved. */
  farmKes: number
  farmOnlyRuleKes: number
  /** In shadow mode, of what the rule would pay: what staff approved and rejected. */
  agreed: number
  rejected: number
  reasons: { reason: string; count: number }[]
}

/** See how far the rule gets with honest members, and farms with the rule. */
export async function measureMachine({ db, accounts }: World, mode: AutomaticMode): Promise<AutomaticYear> {
  const honest = accounts.flatMap(({ person, memberId }) =>
    person.farm === null && memberId ? [memberId] : [],
  )
  const { rows } = await sql<Omit<AutomaticYear, 'mode' | 'reasons'>>`
    with each as (
      select w.member_id = any(${sql.val(honest)}::uuid[]) as is_honest, w.status, w.amount_kes, extract(epoch from w.paid_at - w.requested_at)::float8 / 60 as waited, row_number() over (partition by w.member_id order by w.requested_at) as n, d.outcome, d.staff_outcome,
        d.is_applied
      from withdrawal w left join payout_decision d using (member_id, withdrawal_id) where w.method = 'mpesa'
    )
    select count(*) filter (where is_honest and status = 'paid') as honest_paid,
      count(*) filter (where is_honest and status = 'paid' and outcome = 'pay') as honest_automatic,
      percentile_cont(0.5) within group (order by waited) filter (where is_honest and status = 'paid') as median_minutes,
      percentile_cont(0.5) within group (order by waited) filter (where is_honest and status = 'paid' and n > 1)
        as median_later_minutes,
      coalesce(sum(amount_kes) filter (where not is_honest and outcome = 'pay'), 0)::bigint as farm_kes,
      coalesce(sum(amount_kes) filter (where not is_honest and outcome = 'pay'
        and (is_applied or staff_outcome is distinct from 'approved')), 0)::bigint as farm_only_rule_kes,
      count(*) filter (where outcome <> 'person' and staff_outcome = 'approved') as agreed,
      count(*) filter (where outcome <> 'person' and staff_outcome = 'rejected') as rejected
    from each
  `.execute(db)
  const reasons = await sql<{ reason: string; count: number }>`
    select reason, count(*) as count from payout_decision, unnest(reasons) as reason
    where member_id = any(${sql.val(honest)}::uuid[]) group by reason order by count(*) desc
  `.execute(db)
  const [found] = rows
  if (!found) throw new Error('an aggregate gives one row')
  return { mode, ...found, reasons: reasons.rows }
}

/** Print it as Markdown. Returns whether the goals were met. */
export function printMachine({ mode, reasons, ...year }: AutomaticYear): boolean {
  if (mode === 'off') return true
  const share = year.honestAutomatic / Math.max(1, year.honestPaid)
  const words = mode === 'on' ? 'Paid by the rule' : 'The rule would have paid'
  const lines = [
    `Automatic payout ${mode === 'on' ? 'on' : 'in shadow mode'}:`,
    '',
    '| Goal | Result |',
    '| --- | ---: |',
    `| ${words} of the honest M-Pesa payouts (85 % or more) | ${(share * 100).toFixed(1)} % of ${year.honestPaid} |`,
    ...(mode === 'on'
      ? [
          `| Half of those after the first had their money within (5 minutes) | ${describe(year.medianLaterMinutes)} |`,
          `| and of all | ${describe(year.medianMinutes)} |`,
        ]
      : []),
    `| ${words}, to farms, KES | ${year.farmKes.toLocaleString('en')} |`,
    `| of that what staff did not approve (0) | ${year.farmOnlyRuleKes.toLocaleString('en')} |`,
    `| Would pay, and staff approved or rejected | ${year.agreed} and ${year.rejected} |`,
    '',
    `Left to a person, honest members: ${reasons.map(({ reason, count }) => `${reason} ${count}`).join(', ')}`,
    '',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  const isSwift = (year.medianLaterMinutes ?? 0) < 5
  return share >= 0.85 && (mode === 'on' ? isSwift : year.farmOnlyRuleKes === 0)
}

const describe = (minutes: number | null) =>
  minutes === null ? 'nobody was paid' : `${minutes.toFixed(1)} minutes`
