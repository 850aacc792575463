import { account } from '../../messages/en/account.ts'
import { activity } from '../../messages/en/activity.ts'
import { dashboard } from '../../messages/en/dashboard.ts'
import { games } from '../../messages/en/games.ts'
import { holds } from '../../messages/en/holds.ts'
import { invite } from '../../messages/en/invite.ts'
import { movements } from '../../messages/en/movements.ts'
import { offline } from '../../messages/en/offline.ts'
import { pauses } from '../../messages/en/pauses.ts'
import { ownReviews } from '../../messages/en/reviews.ts'
import { surveys } from '../../messages/en/surveys.ts'
import { tasks } from '../../messages/en/tasks.ts'
import { wallet } from '../../messages/en/wallet.ts'

/** The members' pages. */
export const member = {
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
