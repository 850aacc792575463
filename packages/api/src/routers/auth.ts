import {
  loginInput,
  message,
  redeemedLink,
  redeemLinkInput,
  requestLinkInput,
  resendVerificationInput,
  resetPasswordInput,
  session,
  signupInput,
  signupResult,
  user,
} from '@chuma/contract/auth'
import { forgotPassword } from '@chuma/core/auth/forgot-password'
import { logIn } from '@chuma/core/auth/log-in'
import { logOut } from '@chuma/core/auth/log-out'
import { redeemLink } from '@chuma/core/auth/redeem-link'
import { requestSignInLink } from '@chuma/core/auth/request-sign-in-link'
import { resendVerification } from '@chuma/core/auth/resend-verification'
import { resetPassword } from '@chuma/core/auth/reset-password'
import { restoreAccount } from '@chuma/core/auth/restore-account'
import { signUp } from '@chuma/core/auth/sign-up'
import { getUser } from '@chuma/db/queries/members'
import { memberProcedure, publicProcedure, router } from '../trpc.ts'

export const authRouter = router({
  getUser: memberProcedure.output(user).query(({ ctx }) => getUser(ctx.deps.db, ctx.member.memberId)),

  signup: publicProcedure
    .input(signupInput)
    .output(signupResult)
    .mutation(({ ctx, input }) => signUp(ctx.deps, ctx.caller, input)),

  login: publicProcedure
    .input(loginInput)
    .output(session)
    .mutation(({ ctx, input }) => logIn(ctx.deps, ctx.caller, input)),

  restoreAccount: publicProcedure
    .input(loginInput)
    .output(session)
    .mutation(({ ctx, input }) => restoreAccount(ctx.deps, ctx.caller, input)),

  logout: memberProcedure.output(message).mutation(({ ctx }) => logOut(ctx.deps, ctx.member)),

  resendVerification: publicProcedure
    .input(resendVerificationInput)
    .output(message)
    .mutation(({ ctx, input }) => resendVerification(ctx.deps, ctx.caller, input)),

  redeemLink: publicProcedure
    .input(redeemLinkInput)
    .output(redeemedLink)
    .mutation(({ ctx, input }) => redeemLink(ctx.deps, ctx.caller, input)),

  requestSignInLink: publicProcedure
    .input(requestLinkInput)
    .output(message)
    .mutation(({ ctx, input }) => requestSignInLink(ctx.deps, ctx.caller, input)),

  forgotPassword: publicProcedure
    .input(requestLinkInput)
    .output(message)
    .mutation(({ ctx, input }) => forgotPassword(ctx.deps, ctx.caller, input)),

  resetPassword: memberProcedure
    .input(resetPasswordInput)
    .output(session)
    .mutation(({ ctx, input }) => resetPassword(ctx.deps, ctx.caller, input)),
})
