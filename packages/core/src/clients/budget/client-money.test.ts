import { createTestDb } from '@chuma/db/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { createLimitedDeps, givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { startSurvey } from '../../surveys/surveys.ts'
import { codeOf, createTestDeps, givenMember } from '../../testing.ts'
import { bookClientReceipt, getClientStatement, openClientOrder, returnClientMoney } from '../budget.ts'
import { givenBudget, givenClient, payment } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const amina = (await givenSettled(deps, { role: 'finance' })).actor
const brian = (await givenSettled(deps, { role: 'finance' })).actor
const approve = (approvalId: string, by = brian) =>
  decideApproval(deps, by, { approvalId, decision: 'approve', note: '' })

describe('money that goes back to a client', () => {
  test('always waits for a second person, and is not more than is left', async () => {
    const { clientId, surveyId, priceCents } = await givenBudget(deps, { completes: 3 })
    await startSurvey(deps, await givenMember(db), { surveyId })
    const wish = (cents: number) => ({ ...payment(clientId, cents), reason: 'The survey has ended' })
    expect(await codeOf(returnClientMoney(deps, amina, wish(3 * priceCents)))).toBe('INVALID_INPUT')
    const { approvalId } = await pendingOf(returnClientMoney(deps, amina, wish(2 * priceCents)))
    await expect(approve(approvalId, amina)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await approve(approvalId)
    expect(await getClientStatement(deps, { clientId })).toMatchObject({
      returnedCents: 2 * priceCents,
      closingCents: priceCents,
      availableCents: 0,
    })
  })

  test('is refused when people have started since it was asked for', async () => {
    const { clientId, surveyId, priceCents } = await givenBudget(deps, { completes: 1 })
    const wish = { ...payment(clientId, priceCents), reason: 'Not needed' }
    const { approvalId } = await pendingOf(returnClientMoney(deps, amina, wish))
    await startSurvey(deps, await givenMember(db), { surveyId })
    await expect(approve(approvalId)).rejects.toMatchObject({ code: 'APPROVAL_STATE' })
    expect(await getClientStatement(deps, { clientId })).toMatchObject({ closingCents: priceCents })
  })
})

describe('where company changes need two people', () => {
  const strict = createLimitedDeps(db, { companyChangesNeedTwo: true })

  test('nobody makes room for answers, or sets what they cost, alone', async () => {
    const { clientId, priceCents } = await givenBudget(deps, { completes: 0 })
    await pendingOf(bookClientReceipt(strict, amina, payment(clientId, priceCents)))
    expect(await getClientStatement(deps, { clientId })).toMatchObject({ receivedCents: 0 })
    const { surveyId } = await givenClient(deps)
    await pendingOf(openClientOrder(strict, amina, { surveyId, priceCents: 1 }))
  })
})

test('a payment is booked once, for one client, and not ahead of its day', async () => {
  const [one, other] = [await givenBudget(deps), await givenBudget(deps)]
  const money = payment(one.clientId, 100)
  const calls = await Promise.allSettled([
    bookClientReceipt(deps, amina, money),
    bookClientReceipt(deps, amina, { ...money, clientId: other.clientId }),
  ])
  expect(calls.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const ahead = { ...payment(one.clientId, 100), day: '2099-01-01' }
  await expect(bookClientReceipt(deps, amina, ahead)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})
