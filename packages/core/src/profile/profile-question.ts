import type { ProfileAttributeInput, profileQuestion } from '@chuma/contract/profile/profile'
import { ATTRIBUTE_KEYS } from '@chuma/contract/profile/profile-attributes'
import type { Answer } from '@chuma/contract/timestamp'
import { listProfileAnswers } from '@chuma/db/queries/profile/profile-answers'
import { findProfileChoice, markPrompted } from '@chuma/db/queries/profile/profile-choices'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'

type Question = Answer<typeof profileQuestion>

/** Find the one question to ask today: the first without an answer that counts. None after one was answered or dismissed. */
export async function getQuestion({ db }: Pick<Deps, 'db'>, { memberId }: SignedInMember): Promise<Question> {
  const choice = await findProfileChoice(db, memberId)
  if (choice?.isPrompted) return { attribute: null }
  const counting = (await listProfileAnswers(db, memberId)).filter(({ counts }) => counts)
  const settled = new Set([...counting.map(({ attribute }) => attribute), ...(choice?.dismissed ?? [])])
  return { attribute: ATTRIBUTE_KEYS.find((attribute) => !settled.has(attribute)) ?? null }
}

/** Never ask this on the dashboard again, and nothing else today. */
export async function dismissQuestion(
  { db }: Pick<Deps, 'db'>,
  { memberId }: SignedInMember,
  { attribute }: ProfileAttributeInput,
): Promise<Question> {
  await db.transaction().execute((trx) => markPrompted(trx, memberId, attribute))
  return { attribute: null }
}
