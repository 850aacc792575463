import { setTimeout as sleep } from 'node:timers/promises'
import { createSecurityLink } from '@chuma/core/auth/security'
import { givenMemberWithPassword } from '@chuma/core/auth/testing'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { countWaitingOnLock } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'

const testApp = await createTestApp()
const { app, db, deps } = testApp
afterAll(testApp.close)
const password = 'correct horse'
const body = { withdrawalMethod: 'mpesa', pointsToWithdraw: 2, mpesaNumber: '254711000111' }

const doors = {
  REST: (token: string) => callRest(app, token, { method: 'POST', url: '/api/withdrawals', body }),
  tRPC: (token: string) =>
    callTrpc(app, token, { type: 'mutation', path: 'wallet.requestWithdrawal', input: body }),
}

test.each(Object.entries(doors))(
  'a withdrawal that is already on its way is refused once the owner pressed "This wasn’t me" (%s)',
  async (_door, request) => {
    const { memberId, email } = await givenMemberWithPassword(db, { password, points: 5 })
    const logIn = { method: 'POST', url: '/api/auth/login', body: { email, password } } as const
    const { token: borrowed } = (await callRest(app, undefined, logIn)).body
    const link = await createSecurityLink(deps, {
      memberId,
      email,
      purpose: 'secure-account',
      since: undefined,
    })
    const { requested } = await db.transaction().execute(async (holder) => {
      await lockWallet(holder, memberId)
      // Identified, and waiting for the wallet.
      const requested = request(borrowed)
      while ((await countWaitingOnLock(db)) < 1) await sleep(5)
      const press = { method: 'POST', url: '/api/auth/secure-account', body: { token: link?.token } } as const
      expect((await callRest(app, undefined, press)).status).toBe(200)
      return { requested }
    })
    expect(await requested).toMatchObject({ status: 401 })
    const rows = await db
      .selectFrom('withdrawal')
      .select('withdrawalId')
      .where('memberId', '=', memberId)
      .execute()
    expect(rows).toEqual([])
  },
)
