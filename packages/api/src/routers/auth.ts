import {
  loginInput,
  message,
  redeemLinkInput,
  resendVerificationInput,
  session,
  signupInput,
  signupResult,
  user,
} from '@chuma/contract/auth'
import { logIn } from '@chuma/core/auth/log-in'
import { logOut } from '@chuma/core/auth/log-out'
import { redeemLink } from '@chuma/core/auth/redeem-link'
import { resendVerification } from '@chuma/core/auth/resend-verification'
import { signUp } from '@chuma/core/auth/sign-up'
import { getUser } from '@chuma/db/queries/members'
import { memberProcedure, publicProcedure, router } from '../trpc.ts'

export const authRouter = router({
  getUser: memberProcedure.output(user).query(({ ctx }) => getUser(ctx.deps.db, ctx.member.memberId)),

  signup: publicProcedure
    .input(signupInput)
    .output(signupResult)
    .mutation(({ ctx, input }) => signUp(ctx.deps, input)),

  login: publicProcedure
    .input(loginInput)
    .output(session)
    .mutation(({ ctx, input }) => logIn(ctx.deps, ctx.caller, input)),

  logout: memberProcedure.output(message).mutation(({ ctx }) => logOut(ctx.deps, ctx.member)),

  resendVerification: publicProcedure
    .input(resendVerificationInput)
    .output(message)
    .mutation(({ ctx, input }) => resendVerification(ctx.deps, input)),

  redeemLink: publicProcedure
    .input(redeemLinkInput)
    .output(session)
    .mutation(({ ctx, input }) => redeemLink(ctx.deps, ctx.caller, input)),
})
