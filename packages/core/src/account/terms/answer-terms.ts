import type { AnswerTermsInput, memberTerms } from '@chuma/contract/account/terms'
import type { Answer } from '@chuma/contract/timestamp'
import { recordTermsAnswer } from '@chuma/db/queries/account/terms'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { getMemberTerms } from './get-member-terms.ts'

/** Record that a member accepted a version of the terms, or closed the notice about it. Neither opens or closes anything. */
export async function answerTerms(
  { db }: Pick<Deps, 'db'>,
  { memberId }: Pick<SignedInMember, 'memberId'>,
  answer: AnswerTermsInput,
): Promise<Answer<typeof memberTerms>> {
  await recordTermsAnswer(db, { memberId, ...answer })
  return getMemberTerms(db, memberId)
}
