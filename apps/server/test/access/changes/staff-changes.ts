import { givenStaff } from '@chuma/core/admin/testing'
import { importStatement } from '@chuma/core/books/statements/import-statement'
import type { Deps } from '@chuma/core/deps'
import { plainPostbacks } from '@chuma/core/partners/plain-postbacks.testing'
import { appealPayoutPause, pausePayouts } from '@chuma/core/payouts/pauses'
import { finance, givenWithdrawal, newReceipt } from '@chuma/core/payouts/testing'
import { givenDoubtful, givenHeld } from '@chuma/core/surveys/reviews/testing'
import { submitProof } from '@chuma/core/tasks/proofs'
import { givenTask } from '@chuma/core/tasks/testing'
import { sql } from 'kysely'
import { createTestApp } from '../../../src/testing.ts'
import type { TestApp } from '../callers.ts'
import { batchChanges } from './bank-batches.ts'
import { catalogueChanges } from './catalogue.ts'
import type { Boss, Changes } from './change.ts'
import { clientChanges } from './clients.ts'
import { givenCluster } from './clusters.ts'
import { deskChanges } from './desk.ts'
import { givenDestination } from './destinations.ts'
import { houseChanges } from './house.ts'
import { memberChanges } from './members.ts'
import { offerChanges } from './offers.ts'
import { partnerChanges } from './partners.ts'
import { queueChanges, withQueue } from './payout-queue.ts'
import { premiumChanges } from './premium.ts'
import { receivableChanges } from './receivables.ts'
import { ownAccountChanges, staffAccountChanges } from './staff-accounts.ts'
import { statementChanges } from './statements.ts'
import { taxChanges } from './tax.ts'
import { webhookChanges } from './webhooks.ts'

/** An application in which every change of staff can be made. Partners without signatures: signing is tested elsewhere. */
export const createChangesApp = () =>
  // Payments are moved into the months that tax is filed for.
  createTestApp({ postbacks: plainPostbacks(), payouts: withQueue }, { isDamaged: true })

/** For each mutation of staff, a call that succeeds. Each is about something of its own. */
export function createStaffChanges(testApp: TestApp): Changes {
  const { db, deps } = testApp
  const boss: Boss = async (input) => ({ token: (await givenStaff(deps)).token, input })
  const onMember = async (input: object = {}) =>
    boss({ ...input, memberId: (await testApp.member()).memberId })
  return {
    ...ownAccountChanges(deps, boss),
    ...staffAccountChanges(deps, boss),
    ...partnerChanges(deps, boss),
    'admin.suspendMember': () => onMember({ reason: 'Because' }),
    'admin.restoreMember': async () => boss(await givenSuspended(testApp)),
    'admin.endMemberSessions': () => onMember(),
    ...premiumChanges(testApp, boss, onMember),
    ...queueChanges(db, boss),
    ...memberChanges(deps, boss, onMember),
    'admin.pausePayouts': () => onMember({ reason: 'Because' }),
    'admin.decideCluster': async () => boss(await givenCluster(deps)),
    'admin.liftPayoutPause': async () => boss((await givenPaused(testApp)).wish),
    'admin.answerAppeal': async () => {
      const { member, id } = await givenPaused(testApp)
      await appealPayoutPause(deps, member, { id, appeal: 'It is my sister’s account.' })
      return boss({ id, answer: 'Because', isLifted: true })
    },
    'admin.releaseDestination': async () => boss(await givenDestination(testApp)),
    'admin.freeDestination': async () => boss(await givenDestination(testApp, 'payment')),
    ...offerChanges(deps, boss),
    ...catalogueChanges(db, boss),
    ...deskChanges(deps, boss),
    ...houseChanges(db, boss),
    ...webhookChanges(deps, boss),
    'admin.decideProof': async () => {
      const taskId = await givenTask(db, 'micro-job')
      const { id } = await submitProof(deps, await testApp.member(), { id: taskId, proof: 'Flour 180' })
      return boss({ id, decision: 'approved' })
    },
    'admin.decideSurveyReview': async () => boss({ id: (await givenHeld(deps)).id, decision: 'paid' }),
    'admin.acceptSurveyReviews': async () => boss({ ids: [(await givenDoubtful(deps)).id] }),
    'admin.rejectSurveyReviews': async () =>
      boss({ ids: [(await givenDoubtful(deps)).id], reason: 'The same answer in every row' }),
    'admin.reconcileDay': () => boss({ day: '2026-01-05' }),
    'admin.resolveDifference': async () => boss({ id: await givenDifference(deps), note: 'Known.' }),
    ...receivableChanges(deps, boss),
    ...clientChanges(deps, boss),
    ...statementChanges(deps, boss),
    ...batchChanges(deps, boss),
    ...taxChanges({ ...deps, db }, boss),
    'admin.decideWithdrawal': async () => boss({ id: (await givenWithdrawal(db)).id, status: 'approved' }),
  }
}

async function givenSuspended({ db, member }: TestApp) {
  const { memberId } = await member()
  await sql`update member set suspended_at = now(), suspension_reason = 'x' where member_id = ${memberId}`.execute(
    db,
  )
  return { memberId }
}

async function givenPaused({ deps, member: givenMember }: TestApp) {
  const member = await givenMember()
  const wish = { memberId: member.memberId, reason: 'Because' }
  const { id } = await pausePayouts(deps, (await givenStaff(deps)).actor, wish)
  return { member, wish, id }
}

/** A receipt of the provider that matches no payout. */
async function givenDifference(deps: Deps): Promise<string> {
  const receipt = newReceipt()
  const csv = `receipt,amount,completed at\n${receipt},700,2026-01-07 10:00:00`
  await importStatement(deps, finance, { csv, isDryRun: false })
  const { id } = await deps.db
    .selectFrom('reconciliationDifference')
    .select('differenceId as id')
    .where('receipt', '=', receipt)
    .executeTakeFirstOrThrow()
  return id
}
