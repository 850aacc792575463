import type { Db } from '@chuma/db/client'
import { createMailCapture } from '../../testing.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import {
  callBack,
  createPayoutDeps,
  createScriptedProvider,
  finance,
  givenWithdrawal,
  letTimePass,
  runJobs,
} from '../testing.ts'
import { theOnly } from '../the-only.testing.ts'
import { sweepPayouts } from './sweep-payouts.ts'

/**
 * A payout that the provider has accepted. `say` sends a callback and processes it; `answer` lets the engine query first
 * and answers the query.
 */
export async function givenSent(db: Db) {
  const scripted = createScriptedProvider()
  const { mail, sent } = createMailCapture()
  const deps = createPayoutDeps(db, scripted.provider, { mail })
  const { id, ref } = await givenWithdrawal(db)
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  await runJobs(deps)
  const payment = theOnly(scripted.sends)
  const say = async (body: Parameters<typeof callBack>[2], url = payment.resultUrl) => {
    await callBack(deps, url, body)
    await runJobs(deps)
  }
  const answer = async (body: Parameters<typeof callBack>[2]) => {
    await letTimePass(db)
    await sweepPayouts(deps)
    await runJobs(deps)
    await say(body, scripted.queries.at(-1)?.resultUrl)
  }
  return { ...scripted, deps, id, ref, payment, say, answer, mails: sent }
}
