import { accountRouter } from './routers/account/account.ts'
import { adminRouter } from './routers/admin/admin.ts'
import { authRouter } from './routers/auth/auth.ts'
import { clientRouter } from './routers/clients/client.ts'
import { inboxRouter } from './routers/inbox/inbox.ts'
import { partnersRouter } from './routers/partners/partners.ts'
import { premiumRouter } from './routers/premium/premium.ts'
import { profileRouter } from './routers/profile/profile.ts'
import { referralRouter } from './routers/referral/referral.ts'
import { surveysRouter } from './routers/surveys/surveys.ts'
import { tasksRouter } from './routers/tasks/tasks.ts'
import { walletRouter } from './routers/wallet/wallet.ts'
import { webhooksRouter } from './routers/webhooks/webhooks.ts'
import { router } from './trpc.ts'

export const appRouter = router({
  auth: authRouter,
  account: accountRouter,
  profile: profileRouter,
  surveys: surveysRouter,
  tasks: tasksRouter,
  partners: partnersRouter,
  wallet: walletRouter,
  premium: premiumRouter,
  referral: referralRouter,
  inbox: inboxRouter,
  clients: clientRouter,
  admin: adminRouter,
  webhooks: webhooksRouter,
})

export type AppRouter = typeof appRouter
