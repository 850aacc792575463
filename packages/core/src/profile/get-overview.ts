import { PROFILE_GROUPS } from '@chuma/contract/profile/attribute'
import type { profileOverview } from '@chuma/contract/profile/profile'
import { type AttributeKey, attributesOf } from '@chuma/contract/profile/profile-attributes'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db } from '@chuma/db/client'
import { listProfileAnswers } from '@chuma/db/queries/profile/profile-answers'
import { findProfileChoice, listPaidGroups } from '@chuma/db/queries/profile/profile-choices'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { readGroupPoints } from './read-group-points.ts'

type Overview = Answer<typeof profileOverview>

/** Read the caller's own profile. */
export async function getOwnProfile(
  deps: Pick<Deps, 'db' | 'economy' | 'secrets'>,
  { memberId }: SignedInMember,
): Promise<Overview> {
  const groupPoints = await readGroupPoints(deps, memberId)
  return getOverview(deps.db, memberId, groupPoints)
}

/** Read a member's answers, the groups of questions with what each pays, and whether answers are shared. */
export async function getOverview(db: Db, memberId: string, groupPoints: number): Promise<Overview> {
  const rows = await listProfileAnswers(db, memberId)
  const paid = await listPaidGroups(db, memberId)
  const choice = await findProfileChoice(db, memberId)
  const counting = new Set(rows.filter(({ counts }) => counts).map(({ attribute }) => attribute))
  return {
    answers: rows.map(toAnswer),
    groups: PROFILE_GROUPS.map((id) => ({
      id,
      isAnswered: attributesOf(id).every((attribute) => counting.has(attribute)),
      points: paid.includes(id) ? 0 : groupPoints,
    })),
    sharedSince: choice?.sharedAt ?? null,
  }
}

type Row = Awaited<ReturnType<typeof listProfileAnswers>>[number]

export const toAnswer = ({ attribute, codes, answeredAt, expiresAt }: Row) => ({
  attribute: attribute as AttributeKey,
  codes,
  answeredAt,
  expiresAt,
})
