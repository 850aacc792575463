import { randomBytes } from 'node:crypto'
import { TERMS_IN_FORCE } from '@chuma/contract/account/account-rules'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import type { RequestWithdrawalInput } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import { insertEmailOwner } from '@chuma/db/queries/account/members'
import { insertAcceptedTerms } from '@chuma/db/queries/account/terms'
import { insertSession, revokeSession } from '@chuma/db/queries/auth/sessions'
import { endDemoReviews, insertDemoMember } from '@chuma/db/queries/demo'
import { listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import { insertWallet } from '@chuma/db/queries/wallet/ledger'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { requestWithdrawal } from '../payouts/withdrawals.ts'
import { completeSurvey } from '../surveys/complete-survey.ts'
import { settleDueReviews } from '../surveys/reviews.ts'
import { getSurvey, listSurveys } from '../surveys/surveys.ts'

export const password = 'demo-chuma'
export const actor = (name: string) => ({ name, address: null })
export const FINANCE = actor('staff:finance')

export type Named = { email: string; firstName: string; lastName: string }

export function named(email: string, name: string): Named {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { email, firstName, lastName }
}

export const signedIn = ({
  memberId,
  email,
}: Pick<SignedInMember, 'memberId' | 'email'>): SignedInMember => ({
  ...{ memberId, email, isPremium: false, isEmailVerified: true, adminRole: null },
  tokenHash: Buffer.alloc(32),
})

type Joining = {
  passwordHash: string
  minutesAgo?: number
  also?: (trx: Trx, memberId: string) => Promise<unknown>
}

/** Add a member who signed up some minutes ago. Undefined: they were there already. */
export async function addMember(
  { db }: Pick<Deps, 'db'>,
  { email, firstName, lastName }: Named,
  { passwordHash, minutesAgo = 1, also }: Joining,
): Promise<SignedInMember | undefined> {
  const memberId = await db.transaction().execute(async (trx) => {
    const added = await insertEmailOwner(trx, email)
    if (!added) return undefined
    await insertDemoMember(trx, { memberId: added, email, firstName, lastName, passwordHash }, minutesAgo)
    await insertWallet(trx, added)
    await insertAcceptedTerms(trx, { memberId: added, version: TERMS_IN_FORCE.version })
    await also?.(trx, added)
    return added
  })
  return memberId === undefined ? undefined : signedIn({ memberId, email })
}

/** Only an open session can request a withdrawal. This one ends with the request, and nobody has its token. */
export async function ask(deps: Deps, member: SignedInMember, input: RequestWithdrawalInput) {
  const session = { memberId: member.memberId, tokenHash: randomBytes(32) }
  await deps.db
    .transaction()
    .execute((trx) => insertSession(trx, { ...session, address: null, userAgent: null }))
  const asked = { ...input, idempotencyKey: 'demo' }
  const withdrawal = await requestWithdrawal(deps, { ...member, ...session }, asked)
  await revokeSession(deps.db, session)
  return withdrawal
}

export async function answerSurveys(deps: Deps, member: SignedInMember, count: number): Promise<void> {
  const answered = await listUserSurveys(deps.db, member.memberId)
  const missing = count - answered.filter(({ status }) => status === 'completed').length
  const surveys = await listSurveys(deps, member)
  const ours = surveys.filter(({ kind, status }) => kind !== 'external' && status === null)
  for (const { id } of ours.slice(0, Math.max(0, missing))) {
    await answerSurvey(deps, member, { surveyId: id })
  }
}

type Answering = { surveyId: string; taste?: number }

/** Answer a survey as a demo member. Those of another `taste` answer every third question differently. */
export async function answerSurvey(deps: Deps, member: SignedInMember, { surveyId, taste = 1 }: Answering) {
  const { questions } = await getSurvey(deps, member, { surveyId })
  const answers = questions.map((question, index) => [
    String(question.id),
    plausibleAnswer(question, (index + taste) % 3 === 0),
  ])
  await completeSurvey(deps, member, { surveyId, answers: Object.fromEntries(answers) })
  // A program answers faster than people. Nothing that demo members did before anyone came is in doubt.
  await endDemoReviews(deps.db, member.memberId)
  await settleDueReviews(deps)
}

function plausibleAnswer({ type, options }: SurveyQuestion, isOther: boolean): string | number {
  if (type === 'rating') return isOther ? 3 : 4
  if (type === 'yes-no') return isOther ? 'no' : 'yes'
  if (type === 'multiple-choice') return options[isOther ? 1 : 0] ?? ''
  return isOther ? 'It took a while, but the questions were clear.' : 'Works well for me.'
}
