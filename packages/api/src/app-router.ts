import { adminRouter } from './routers/admin.ts'
import { authRouter } from './routers/auth.ts'
import { surveysRouter } from './routers/surveys.ts'
import { walletRouter } from './routers/wallet.ts'
import { router } from './trpc.ts'

export const appRouter = router({
  auth: authRouter,
  surveys: surveysRouter,
  wallet: walletRouter,
  admin: adminRouter,
})

export type AppRouter = typeof appRouter
