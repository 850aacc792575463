import type { Problem } from '@chuma/contract/problems'
import { PREFER_NOT } from '@chuma/contract/profile/attribute'
import { PROFILE_CONSENT_VERSION, type ProfileSource } from '@chuma/contract/profile/profile'
import { type AttributeKey, PROFILE_ATTRIBUTES } from '@chuma/contract/profile/profile-attributes'
import { traitOf } from '@chuma/contract/surveys/traits'
import type { Trx } from '@chuma/db/client'
import { isErased } from '@chuma/db/queries/account/erasure'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import { listProfileAnswers, upsertProfileAnswer } from '@chuma/db/queries/profile/profile-answers'
import { insertProfileFlag, wasWithdrawn } from '@chuma/db/queries/profile/profile-choices'
import { forgetTrait } from '@chuma/db/queries/surveys/survey-traits'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { AppError } from '../app-error.ts'
import { findCodesProblem } from './find-codes-problem.ts'
import { isLasting, isUnlikely } from './find-unlikely.ts'

type Answers = Partial<Record<AttributeKey, string[]>>
type Given = {
  memberId: string
  answers: Answers
  source: ProfileSource
  path: (attribute: AttributeKey) => string
}

/**
 * Store answers in place of earlier ones, and flag unlikely changes. The wallet's lock keeps a concurrent erasure from leaving
 * answers behind. `path` names the field of an answer in problems.
 * @throws AppError INVALID_INPUT, NOT_SIGNED_IN
 */
export async function keepAnswers(trx: Trx, { memberId, answers, source, path }: Given): Promise<void> {
  await lockWallet(trx, memberId)
  if (await isErased(trx, memberId)) throw new AppError('NOT_SIGNED_IN')
  const year = Number((await getBusinessDay(trx)).slice(0, 4))
  const given = Object.entries(answers) as [AttributeKey, string[]][]
  const fields: Record<string, Problem[]> = {}
  for (const [attribute, codes] of given) {
    const found = findCodesProblem(attribute, codes, year)
    if (found) fields[path(attribute)] = [found]
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })

  const before = new Map((await listProfileAnswers(trx, memberId)).map((row) => [row.attribute, row.codes]))
  for (const [attribute, codes] of given) {
    await flagChange(trx, { memberId, attribute, before: before.get(attribute), after: codes })
    const trait = traitOf(attribute)
    // Someone who would rather not say any more has withdrawn what they said.
    if (trait && codes[0] === PREFER_NOT) await forgetTrait(trx, memberId, trait)
    await upsertProfileAnswer(trx, {
      memberId,
      attribute,
      codes,
      months: PROFILE_ATTRIBUTES[attribute].months,
      consentVersion: PROFILE_CONSENT_VERSION,
      source,
    })
  }
}

type Change = { memberId: string; attribute: AttributeKey; before: string[] | undefined; after: string[] }

async function flagChange(trx: Trx, { memberId, attribute, before, after }: Change): Promise<void> {
  const isFlagged = before
    ? isUnlikely(attribute, before, after)
    : isLasting(attribute) && (await wasWithdrawn(trx, memberId, attribute))
  if (isFlagged) await insertProfileFlag(trx, { memberId, attribute, kind: 'changed' })
}
