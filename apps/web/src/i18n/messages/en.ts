import { about } from './en/about.ts'
import { account } from './en/account.ts'
import { activity } from './en/activity.ts'
import { admin } from './en/admin.ts'
import { analytics } from './en/analytics.ts'
import { audit } from './en/audit.ts'
import { auth } from './en/auth.ts'
import { books } from './en/books.ts'
import { catalogue } from './en/catalogue.ts'
import { claims } from './en/claims.ts'
import { common } from './en/common.ts'
import { contact } from './en/contact.ts'
import { dashboard } from './en/dashboard.ts'
import { economy } from './en/economy.ts'
import { games } from './en/games.ts'
import { inbox } from './en/inbox.ts'
import { invite } from './en/invite.ts'
import { landing } from './en/landing.ts'
import { members } from './en/members.ts'
import { offers } from './en/offers.ts'
import { palette } from './en/palette.ts'
import { partners } from './en/partners.ts'
import { pauses } from './en/pauses.ts'
import { payoutQueue } from './en/payout-queue.ts'
import { privacy } from './en/privacy.ts'
import { staff } from './en/staff.ts'
import { surveys } from './en/surveys.ts'
import { system } from './en/system.ts'
import { tasks } from './en/tasks.ts'
import { wallet } from './en/wallet.ts'
import { webhooks } from './en/webhooks.ts'

export const en = {
  ...common,
  ...landing,
  ...auth,
  ...dashboard,
  ...games,
  ...tasks,
  ...activity,
  ...surveys,
  ...wallet,
  ...pauses,
  ...payoutQueue,
  ...invite,
  ...admin,
  ...books,
  ...members,
  ...catalogue,
  ...offers,
  ...analytics,
  ...economy,
  ...audit,
  ...system,
  ...webhooks,
  ...staff,
  ...partners,
  ...inbox,
  ...claims,
  ...palette,
  ...about,
  ...contact,
  ...privacy,
  ...account,
}

export type Catalogue = typeof en
