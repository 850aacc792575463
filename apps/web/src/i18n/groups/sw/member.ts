import { account } from '../../messages/sw/account.ts'
import { activity } from '../../messages/sw/activity.ts'
import { dashboard } from '../../messages/sw/dashboard.ts'
import { games } from '../../messages/sw/games.ts'
import { holds } from '../../messages/sw/holds.ts'
import { invite } from '../../messages/sw/invite.ts'
import { movements } from '../../messages/sw/movements.ts'
import { offline } from '../../messages/sw/offline.ts'
import { pauses } from '../../messages/sw/pauses.ts'
import { ownReviews } from '../../messages/sw/reviews.ts'
import { surveys } from '../../messages/sw/surveys.ts'
import { tasks } from '../../messages/sw/tasks.ts'
import { wallet } from '../../messages/sw/wallet.ts'
import type { Translation } from '../../messages/translation.ts'
import type { member as english } from '../en/member.ts'

export const member: Translation<typeof english> = {
  ...account,
  ...activity,
  ...dashboard,
  ...games,
  ...holds,
  ...invite,
  ...movements,
  ...offline,
  ...pauses,
  ...ownReviews,
  ...surveys,
  ...tasks,
  ...wallet,
}
