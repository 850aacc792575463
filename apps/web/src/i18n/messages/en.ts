import { about } from './en/about.ts'
import { account } from './en/account.ts'
import { activity } from './en/activity.ts'
import { admin } from './en/admin.ts'
import { auth } from './en/auth.ts'
import { books } from './en/books.ts'
import { common } from './en/common.ts'
import { contact } from './en/contact.ts'
import { dashboard } from './en/dashboard.ts'
import { games } from './en/games.ts'
import { invite } from './en/invite.ts'
import { landing } from './en/landing.ts'
import { pauses } from './en/pauses.ts'
import { payoutQueue } from './en/payout-queue.ts'
import { privacy } from './en/privacy.ts'
import { staff } from './en/staff.ts'
import { surveys } from './en/surveys.ts'
import { tasks } from './en/tasks.ts'
import { wallet } from './en/wallet.ts'

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
  ...staff,
  ...about,
  ...contact,
  ...privacy,
  ...account,
}

export type Catalogue = typeof en
