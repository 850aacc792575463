import { REWARD_KINDS } from '@chuma/contract/posting-kinds'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDb } from '../../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)

const rewards = sql.join(REWARD_KINDS.map((kind) => sql.lit(kind)))

test('every rule of postings is checked, whatever else is wrong with one', async () => {
  const { rows } = await sql<{ isRuled: boolean; isSound: boolean; n: number }>`
    select is_ruled, is_sound_posting(kind, available_delta, held_delta, house_account, reverses_seq) is not false as is_sound,
      count(*) as n
    from unnest(array[${rewards}, 'hold', 'release', 'payout', 'payout-returned', 'payout-late', 'payout-duplicate', 'debt-written-off', 'adjustment', 'reversal', 'gift']) as kind,
      unnest(array[-2, -1, 0, 1]) as available_delta, unnest(array[-1, 0, 1]) as held_delta,
      unnest(array['rewards', 'payouts', 'adjustments', 'reversals', 'pocket', null]) as house_account,
      unnest(array[1, null]) as reverses_seq,
      lateral (select bool_and(rule is not false) as is_ruled from unnest(array[
        available_delta <> 0 or held_delta <> 0,
        (available_delta + held_delta = 0) = (house_account is null),
        kind in (${rewards}, 'hold', 'release', 'payout', 'payout-returned', 'payout-late', 'payout-duplicate', 'debt-written-off', 'adjustment', 'reversal'),
        house_account in ('rewards', 'payouts', 'adjustments', 'reversals'),
        kind not in (${rewards}) or (available_delta > 0 and held_delta = 0 and house_account = 'rewards'),
        kind <> 'hold' or (available_delta < 0 and held_delta = -available_delta),
        kind <> 'release' or (available_delta > 0 and held_delta = -available_delta),
        kind <> 'payout' or (available_delta = 0 and held_delta < 0 and house_account = 'payouts'),
        kind <> 'payout-returned' or (available_delta > 0 and held_delta = 0 and house_account = 'payouts'),
        kind not in ('payout-late', 'payout-duplicate') or (available_delta < 0 and held_delta = 0 and house_account = 'payouts'),
        kind <> 'debt-written-off' or (available_delta > 0 and held_delta = 0 and house_account = 'adjustments'),
        kind <> 'adjustment' or (held_delta = 0 and house_account = 'adjustments'),
        (kind = 'reversal') = (reverses_seq is not null),
        kind <> 'reversal' or (held_delta = 0 and house_account = 'reversals')
      ]) as rule) as ruled
    group by 1, 2 order by 1
  `.execute(db)
  // A reward of one point of each kind, a hold and its release, a payout, a return, two late payouts, two second ones, a debt
  // written off, three adjustments, three reversals.
  const sound = REWARD_KINDS.length + 15
  const tried = (REWARD_KINDS.length + 10) * 4 * 3 * 6 * 2
  expect(rows).toEqual([
    { isRuled: false, isSound: false, n: tried - sound },
    { isRuled: true, isSound: true, n: sound },
  ])
})

test('the rules of postings are one constraint of the table, validated for every row', async () => {
  const { rows } = await sql`
    select pg_get_constraintdef(oid) as rule, convalidated as is_checked from pg_constraint
    where conrelid = 'posting'::regclass and contype = 'c'
  `.execute(db)
  const rule = 'CHECK (is_sound_posting(kind, available_delta, held_delta, house_account, reverses_seq))'
  expect(rows).toEqual([{ rule, isChecked: true }])
})
