import {
  ACHIEVEMENTS,
  type Achievement,
  type editableUser,
  PROFILE_ITEMS,
  type ProfileCompletion,
  type profile,
} from '@chuma/contract/account/profile'
import type { Answer } from '@chuma/contract/timestamp'
import { findPremiumUntil, listRecentActivity } from '@chuma/db/queries/account/profile'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { getEditableUser } from './get-editable-user.ts'

type EditableUser = Answer<typeof editableUser>

/** Load everything on the profile page. It values a point at `profileKesPerPoint` (docs/decisions/0001). */
export async function getProfile(deps: Deps, { memberId }: SignedInMember): Promise<Answer<typeof profile>> {
  const user = await getEditableUser(deps.db, memberId)
  const { totalEarnings, thisMonthEarnings, rating } = user
  const { profileKesPerPoint } = await deps.economy()
  return {
    user,
    premiumUntil: await findPremiumUntil(deps.db, memberId),
    stats: { totalEarnings, thisMonthEarnings, rating },
    achievements: listAchievements(user),
    recentActivity: await listRecentActivity(deps.db, memberId),
    completion: measureCompletion(user),
    earningsKes: totalEarnings * profileKesPerPoint,
  }
}

function listAchievements({ surveysCompleted, totalEarnings }: EditableUser): Achievement[] {
  const bySurveys = (['first-survey', 'survey-rookie', 'survey-expert'] as const).map((id) => ({
    id,
    threshold: ACHIEVEMENTS[id],
    current: surveysCompleted,
    isEarned: surveysCompleted >= ACHIEVEMENTS[id],
  }))
  const threshold = ACHIEVEMENTS['top-earner']
  const isEarned = totalEarnings > threshold
  return [...bySurveys, { id: 'top-earner', threshold, current: totalEarnings, isEarned }]
}

function measureCompletion(user: EditableUser): ProfileCompletion {
  const missing = PROFILE_ITEMS.filter((item) =>
    item === 'emailVerified' ? !user.isEmailVerified : user[item].trim() === '',
  )
  return { percent: 100 - (100 / PROFILE_ITEMS.length) * missing.length, missing }
}
