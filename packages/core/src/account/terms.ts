import { TERMS_IN_FORCE } from '@chuma/contract/account/account-rules'
import type { AnswerTermsInput, memberTerms } from '@chuma/contract/account/terms'
import type { Answer } from '@chuma/contract/fields'
import type { Db } from '@chuma/db/client'
import { findNewestAccepted, listMemberTerms, recordTermsAnswer } from '@chuma/db/queries/account/terms'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** Record that a member accepted a version of the terms, or closed the notice about it. Neither opens or closes anything. */
export async function answerTerms(
  { db }: Pick<Deps, 'db'>,
  { memberId }: Pick<SignedInMember, 'memberId'>,
  answer: AnswerTermsInput,
): Promise<Answer<typeof memberTerms>> {
  await recordTermsAnswer(db, { memberId, ...answer })
  return getMemberTerms(db, memberId)
}

/** Read whether a member knows the version in force, and which one they accepted last. `inForce` is for tests of the next version. */
export async function getMemberTerms(db: Db, memberId: string, inForce: number = TERMS_IN_FORCE.version) {
  return describeTerms(await listMemberTerms(db, memberId), inForce)
}

type Answered = Awaited<ReturnType<typeof listMemberTerms>>

export function describeTerms(answered: Answered, inForce: number = TERMS_IN_FORCE.version) {
  const newest = answered.find(({ version }) => version === inForce)
  return { inForce, seenAt: newest?.seenAt ?? null, accepted: findNewestAccepted(answered) }
}
