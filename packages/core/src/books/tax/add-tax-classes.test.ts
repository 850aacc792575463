import { problem } from '@chuma/contract/problems'
import { listTaxClasses } from '@chuma/db/queries/books/tax'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { createTestDeps } from '../../testing.ts'
import { addTaxClasses } from './own-tax.ts'

const { db, close } = await createTestDb()
afterAll(close)
// Nothing else of the company needs two people here: rates always do.
const open = createTestDeps(db)
const economy = async () => ({ ...(await open.economy()), companyChangesNeedTwo: false })
const deps = { ...open, economy }
const maker = (await givenSettled(deps)).actor
const checker = (await givenSettled(deps)).actor

async function dayIn(days: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`select business_day(now()) + ${days}::int as day`.execute(db)
  return rows[0]?.day ?? ''
}
const rate = (validFrom: string, percent = 20) =>
  ({
    earnings: ['prize', 'bonus'],
    residence: 'resident',
    percent,
    validFrom,
    reason: 'Finance Act',
  }) as const
const add = (input: ReturnType<typeof rate>) =>
  addTaxClasses(deps, maker, { ...input, earnings: [...input.earnings] })
const listed = async () =>
  (await listTaxClasses(db)).map(({ earnings, percent, decidedBy }) => [earnings, percent, decidedBy])

test('a rate begins after today, and only once a second person agrees', async () => {
  await expect(add(rate(await dayIn(0)))).rejects.toMatchObject({
    fields: { validFrom: [problem('TAX_CLASS_BEGUN')] },
  })
  const { approvalId } = await pendingOf(add(rate(await dayIn(1))))
  expect(await listed()).toEqual([])
  await expect(
    decideApproval(deps, maker, { approvalId, decision: 'approve', note: '' }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await decideApproval(deps, checker, { approvalId, decision: 'approve', note: '' })
  expect((await listed()).sort()).toEqual([
    ['bonus', 20, maker.name],
    ['prize', 20, maker.name],
  ])
  expect((await listTaxClasses(db)).some(({ isInForce }) => isInForce)).toBe(false)
})

test('of two rates for one day the later decision counts', async () => {
  const { approvalId } = await pendingOf(add(rate(await dayIn(1), 10)))
  await decideApproval(deps, checker, { approvalId, decision: 'approve', note: '' })
  const { rows } = await sql<{ percent: number }>`
    select percent from tax_class where earnings = 'prize' and valid_from <= business_day(now()) + 1
    order by valid_from desc, class_id desc limit 1`.execute(db)
  expect(rows[0]?.percent).toBe(10)
})
