import { accountRouter } from './routers/account.ts'
import { adminRouter } from './routers/admin.ts'
import { analyticsRouter } from './routers/analytics.ts'
import { authRouter } from './routers/auth.ts'
import { clicksRouter } from './routers/clicks.ts'
import { contactRouter } from './routers/contact.ts'
import { gamesRouter } from './routers/games.ts'
import { partnersRouter } from './routers/partners.ts'
import { premiumRouter } from './routers/premium.ts'
import { referralRouter } from './routers/referral.ts'
import { surveysRouter } from './routers/surveys.ts'
import { tasksRouter } from './routers/tasks.ts'
import { walletRouter } from './routers/wallet.ts'
import { webhooksRouter } from './routers/webhooks.ts'
import { router } from './trpc.ts'

export const appRouter = router({
  auth: authRouter,
  account: accountRouter,
  surveys: surveysRouter,
  games: gamesRouter,
  tasks: tasksRouter,
  clicks: clicksRouter,
  partners: partnersRouter,
  wallet: walletRouter,
  premium: premiumRouter,
  referral: referralRouter,
  contact: contactRouter,
  analytics: analyticsRouter,
  admin: adminRouter,
  webhooks: webhooksRouter,
})

export type AppRouter = typeof appRouter
