import { verifyLedger } from '@chuma/core/books/verify-ledger'
import { createDb } from '@chuma/db/client'
import type { Book, Kept } from './book.ts'
import type { Cluster } from './start-cluster.ts'

type Query = Cluster['query']
type Payment = { originatorConversationId: string; receipt: string; msisdn: string; amountKes: number }
type Findings = { lost: number; broken: string[] }

type Stored = {
  query: Query
  /** The same database, for the product's own ledger verification. */
  url: string
  kept: readonly Kept[]
}
type Given = Omit<Stored, 'kept'> & {
  book: Book
  payments: () => readonly Payment[]
  /** Nothing is in flight any more: payments sent must equal payments booked. */
  isQuiet?: boolean
}

/** Each query must find no row. */
const RULES: Record<string, string> = {
  'I1 a wallet is not the sum of its postings': `
    select w.member_id from wallet w left join posting p using (member_id) group by w.member_id
    having w.available <> coalesce(sum(p.available_delta), 0) or w.held <> coalesce(sum(p.held_delta), 0)
      or w.seq <> count(p.seq)`,
  'I2 what members have is not what the house gave': `
    select 1 from (select coalesce(sum(available + held), 0) as members from wallet) w,
      (select coalesce(sum(available_delta + held_delta), 0) as house from posting where house_account is not null) h
    where members <> house`,
  'I3 a balance is below zero':
    'select 1 from wallet where (available < 0 and not in_reversal_debt) or held < 0',
  'I6 a reward of the day came twice, or without its posting': `
    select d.member_id from daily_login d where (select count(*) from posting p where p.member_id = d.member_id
      and p.source_key = 'daily-login:' || d.day) <> 1
    union all select p.member_id from posting p where p.kind = 'daily-login' group by p.member_id,
      business_day(p.created_at) having count(*) > 1
    union all select p.member_id from posting p where p.kind = 'spin' group by p.member_id, business_day(p.created_at)
      having count(*) > 1
    union all select min(d.member_id::text)::uuid from payout_destination d where proven_at is not null
      group by destination_hash having count(*) > 1`,
  'I5 a key had two effects, or none': `
    with key as (select caller_id as member_id, (answer ->> 'id')::uuid as withdrawal_id from call_key
      where operation = 'request-withdrawal')
    select 1 from key k where not exists (select from withdrawal x where x.member_id = k.member_id
      and x.withdrawal_id = k.withdrawal_id)
    union all select 1 from key group by member_id, withdrawal_id having count(*) > 1
    union all select 1 from withdrawal x where not exists (select from key k
      where k.member_id = x.member_id and k.withdrawal_id = x.withdrawal_id)`,
  'I7 a withdrawal is in no legal state, or was paid twice': `
    select 1 from withdrawal x where
      (status = 'paid') <> exists (select from posting p where p.member_id = x.member_id
        and p.source_key = 'payout:' || x.withdrawal_id)
      or (select count(*) from payout_attempt a where a.member_id = x.member_id and a.withdrawal_id = x.withdrawal_id
        and a.state = 'paid') > 1`,
  // A withdrawal that the provider refused was approved once, and is rejected by now.
  'I8 an approval without its line in the log, or with two': `
    select 1 from withdrawal x, lateral (select count(*) as n from audit_entry a
      where a.subject = 'withdrawal:' || x.withdrawal_id and a.action = 'withdrawal.approved') as log
    where n > 1 or (status in ('approved', 'paid') and n = 0) or (status = 'pending' and n > 0)`,
}

/** Check I1–I9, with what the clients and the provider know. */
export async function checkInvariants(given: Given): Promise<Findings> {
  const { book, ...place } = given
  const { lost, broken } = await checkDatabase({ ...place, kept: book.kept })
  return { lost, broken: [...book.breaks, ...broken, ...(await comparePayments(given))] }
}

/** Check the database's own invariants, and that it has everything it acknowledged. */
export async function checkDatabase({ query, url, kept }: Stored): Promise<Findings> {
  const broken: string[] = []
  for (const [rule, text] of Object.entries(RULES)) {
    const [found] = await query<{ n: number }>(`select count(*)::int as n from (${text}) as wrong`)
    if (found?.n !== 0) broken.push(`${rule}: ${found?.n}`)
  }
  const db = createDb(url, { max: 1 })
  try {
    const { ok, findings } = await verifyLedger({ db })
    if (!ok) broken.push(`verify: ${findings.length}, the first ${JSON.stringify(findings[0])}`)
  } finally {
    await db.destroy()
  }
  return { lost: await countLost(query, kept), broken }
}

/** Count I4 and I9: acknowledged changes that are missing. */
async function countLost(query: Query, kept: readonly Kept[]): Promise<number> {
  const of = (operation: string) => kept.filter((row) => row.operation === operation)
  const count = async (text: string, values: unknown[]) => {
    const [row] = await query<{ n: number }>(`select count(*)::int as n ${text}`, values)
    return row?.n ?? 0
  }
  const withdrawals = of('withdraw')
  const counts = [
    await count(
      `from unnest($1::uuid[]) as g (id) where not exists (select from daily_login d join posting p
        on p.member_id = d.member_id and p.kind = 'daily-login' where d.member_id = g.id)`,
      [of('daily').map(({ memberId }) => memberId)],
    ),
    await count(
      'from unnest($1::uuid[]) as g (id) where not exists (select from spin s where s.member_id = g.id)',
      [of('spin').map(({ memberId }) => memberId)],
    ),
    await count(
      `from unnest($1::uuid[], $2::uuid[], $3::text[]) as g (member_id, id, key) where 1 <> (select count(*)
        from call_key k join withdrawal x on x.member_id = k.caller_id and x.withdrawal_id = (k.answer ->> 'id')::uuid
        join posting p on p.member_id = x.member_id and p.source_key = 'hold:' || x.withdrawal_id
        where k.caller_id = g.member_id and k.operation = 'request-withdrawal' and k.key = g.key and x.withdrawal_id = g.id)`,
      [
        withdrawals.map(({ memberId }) => memberId),
        withdrawals.map(({ made }) => made),
        withdrawals.map(({ key }) => key),
      ],
    ),
    await count(
      `from unnest($1::uuid[]) as g (id) where not exists (select from withdrawal x where x.withdrawal_id = g.id
        and x.status in ('approved', 'paid'))`,
      [of('approve').map(({ made }) => made)],
    ),
  ]
  return counts.reduce((sum, lost) => sum + lost, 0)
}

/** Check I7 against the provider's own books. */
async function comparePayments({ query, payments, isQuiet }: Given): Promise<string[]> {
  // The worker keeps running: payments sent before the query must be booked, and payments booked then have been sent by now.
  const before = payments()
  const rows = await query<{
    originator: string
    receipt: string | null
    state: string
    withdrawal_id: string
  }>(`select originator_conversation_id as originator, receipt, state, withdrawal_id from payout_attempt`)
  const attempts = new Map(rows.map((row) => [row.originator, row]))
  const sent = new Set(before.map(({ originatorConversationId }) => originatorConversationId))
  const sentByNow = new Set(payments().map(({ originatorConversationId }) => originatorConversationId))
  const paidWithdrawals = before.map(
    (payment) => attempts.get(payment.originatorConversationId)?.withdrawal_id,
  )
  const found: string[] = []
  const say = (what: string, count: number) => count > 0 && found.push(`I7 ${what}: ${count}`)
  say('money left for no attempt', paidWithdrawals.filter((id) => id === undefined).length)
  say('money left twice for one withdrawal', paidWithdrawals.length - new Set(paidWithdrawals).size)
  say(
    'booked as paid and never sent',
    rows.filter(({ state, originator }) => state === 'paid' && !sentByNow.has(originator)).length,
  )
  say(
    'sent, and booked as not paid',
    rows.filter(({ state, originator }) => sent.has(originator) && /^(failed|not_sent|prepared)$/.test(state))
      .length,
  )
  if (isQuiet)
    say(
      'sent, and still not known',
      rows.filter(({ state }) => /^(sending|sent|unknown|prepared)$/.test(state)).length,
    )
  return found
}
