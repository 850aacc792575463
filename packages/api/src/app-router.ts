import { accountRouter } from './routers/account.ts'
import { adminRouter } from './routers/admin.ts'
import { authRouter } from './routers/auth.ts'
import { contactRouter } from './routers/contact.ts'
import { surveysRouter } from './routers/surveys.ts'
import { walletRouter } from './routers/wallet.ts'
import { router } from './trpc.ts'

export const appRouter = router({
  auth: authRouter,
  account: accountRouter,
  surveys: surveysRouter,
  wallet: walletRouter,
  contact: contactRouter,
  admin: adminRouter,
})

export type AppRouter = typeof appRouter
