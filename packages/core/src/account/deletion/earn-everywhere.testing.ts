import type { Db } from '@chuma/db/client'
import { insertReferral } from '@chuma/db/queries/referral/referral'
import { sql } from 'kysely'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { decideClaim, openClaim } from '../../partners/claims.ts'
import { listMyClicks } from '../../partners/clicks.ts'
import { receivePostback } from '../../partners/events.ts'
import { callWith, givenPartner } from '../../partners/testing.ts'
import { answerHeld } from '../../surveys/reviews/testing.ts'
import { appealSurvey, decideReview } from '../../surveys/reviews.ts'
import { claimDailyLogin } from '../../tasks/daily-login/claim-daily-login.ts'
import { decideProof, submitProof } from '../../tasks/proofs.ts'
import { getQuiz, submitQuiz } from '../../tasks/quiz/quiz.ts'
import { listVideoTasks } from '../../tasks/task-lists.ts'
import { givenQuestions, givenTask } from '../../tasks/testing.ts'
import { openLink, openTask } from '../../tasks/views.ts'
import { spin } from '../../tasks/wheel.ts'
import { givenMember, readRow } from '../../testing.ts'

type Person = { firstName: string; address: string; userAgent: string }
type Words = { deps: Deps; person: Person }

const content = { name: 'staff:chao', address: '198.51.100.1' }

/** Use every way to earn, of surveys only one that is not paid, with texts and addresses that occur nowhere else. */
export async function earnEverywhere(deps: Deps, member: SignedInMember, person: Person): Promise<void> {
  const premium = { ...member, isPremium: true }
  await play(deps, premium)
  await doTasks(deps, premium, person)
  await leaveForPartners({ deps, person }, premium)
  await inviteFriend(deps.db, member)
  await answerCarelessly(deps, member, person)
}

/** A survey whose answers were rejected, with an appeal. */
async function answerCarelessly(deps: Deps, member: SignedInMember, { firstName }: Person): Promise<void> {
  const { id, attemptId } = await answerHeld(deps, member)
  await decideReview(deps, content, { id, decision: 'held', reason: `We look at what ${firstName} wrote` })
  await decideReview(deps, content, { id, decision: 'rejected', reason: `${firstName} was careless` })
  await appealSurvey(deps, member, { id: attemptId, appeal: `I am ${firstName} and read it all` })
  // The counts took them in with four others, who do not matter here.
  await sql`
    insert into survey_disclosure (member_id, survey_id, audience)
    select member_id, survey_id, 'staff' from survey_attempt where attempt_id = ${attemptId}
  `.execute(deps.db)
}

async function play(deps: Deps, member: SignedInMember): Promise<void> {
  // Every spin wins the same, because tests state what the account has earned.
  const wheel = async () => ({ ...(await deps.economy()), spinTable: [{ points: 3, weight: 1 }] })
  await claimDailyLogin(deps, member)
  await spin({ ...deps, economy: wheel }, member)
  await givenQuestions(deps.db, 1)
  const { questions } = await getQuiz(deps, member)
  await submitQuiz(deps, member, { answers: Object.fromEntries(questions.map(({ id }) => [id, 'A'])) })
  await sql`
    insert into quiz_attempt (member_id, day, questions)
    select member_id, day - 1, questions from quiz_attempt where member_id = ${member.memberId}
  `.execute(deps.db)
}

async function doTasks(deps: Deps, member: SignedInMember, { firstName }: Person): Promise<void> {
  const { db } = deps
  await listVideoTasks(deps, member)
  await openTask(deps, member, { id: await givenTask(db, 'video', { country: 'Global' }) })
  const handIn = async () =>
    submitProof(deps, member, {
      id: await givenTask(db, 'micro-job', { country: 'Global' }),
      proof: `Done by ${firstName}`,
    })
  const [approved, rejected] = [await handIn(), await handIn()]
  await handIn()
  await decideProof(deps, content, { id: approved.id, decision: 'approved', reason: '' })
  const reason = `${firstName} did something else`
  await decideProof(deps, content, { id: rejected.id, decision: 'rejected', reason })
}

async function leaveForPartners({ deps, person }: Words, member: SignedInMember): Promise<void> {
  const { firstName, address, userAgent } = person
  const caller = { member, staff: null, apiKey: null, address, userAgent }
  const leave = async (scheme: object = {}, usd = 20) => {
    const { partnerId, publicKey } = await givenPartner(deps.db, scheme)
    await openLink(deps, caller, {
      id: await givenTask(deps.db, 'affiliate', { partnerId, country: 'Global' }),
    })
    const [click] = await listMyClicks(deps, member)
    const { reference } = await readRow(deps.db, 'click', ['reference'], { clickId: click?.id ?? '' })
    const event = { kind: 'credit' as const, transactionId: reference, userRef: reference }
    const credit = () =>
      receivePostback(deps, callWith(publicKey, { ...event, amountUsdMicros: usd * 1_000_000 }))
    return { clickId: click?.id ?? '', credit }
  }
  await (await leave()).credit()
  await (await leave({ holdDays: 9 })).credit()
  // Less than was promised: waits for staff.
  await (await leave({}, 2)).credit()
  const claim = async () =>
    openClaim(deps, member, { clickId: (await leave()).clickId, note: `I am ${firstName}` })
  const { id } = await claim()
  await decideClaim(deps, content, { id, decision: 'credited', points: 1, reason: `${firstName} is right` })
  await claim()
  await sql`
    insert into partner_report_row (row_id, partner_id, report_id, line, transaction_id, at, outcome, member_id, state, note,
      decided_by, decided_at)
    values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 'T1', now(), 'only-here', ${member.memberId},
      'explained', ${`${firstName} bought it twice`}, ${content.name}, now())
  `.execute(deps.db)
}

async function inviteFriend(db: Db, { memberId }: SignedInMember): Promise<void> {
  const { memberId: friendId } = await givenMember(db)
  const code = friendId.slice(0, 8).toUpperCase()
  await db.insertInto('referralCode').values({ code, memberId }).execute()
  await db.insertInto('memberReferralCode').values({ code, memberId }).execute()
  await db.transaction().execute(async (trx) => {
    await insertReferral(trx, { memberId, friendId })
    // The member was invited too.
    await insertReferral(trx, { memberId: friendId, friendId: memberId })
  })
}
