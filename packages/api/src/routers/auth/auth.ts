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
} from '@chuma/contract/auth/auth'
import { redeemLink } from '@chuma/core/auth/links/redeem-link'
import { requestLink } from '@chuma/core/auth/links/request-link'
import { logIn } from '@chuma/core/auth/log-in'
import { logOut } from '@chuma/core/auth/log-out'
import { resetPassword } from '@chuma/core/auth/passwords/reset-password'
import { restoreAccount } from '@chuma/core/auth/restore-account'
import { signUp } from '@chuma/core/auth/sign-up/sign-up'
import { getUser } from '@chuma/db/queries/account/members'
import { memberProcedure, publicProcedure, router } from '../../trpc.ts'

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
    .mutation(({ ctx, input }) => requestLink(ctx.deps, ctx.caller, { ...input, purpose: 'verify-email' })),

  redeemLink: publicProcedure
    .input(redeemLinkInput)
    .output(redeemedLink)
    .mutation(({ ctx, input }) => redeemLink(ctx.deps, ctx.caller, input)),

  requestSignInLink: publicProcedure
    .input(requestLinkInput)
    .output(message)
    .mutation(({ ctx, input }) => requestLink(ctx.deps, ctx.caller, { ...input, purpose: 'sign-in' })),

  forgotPassword: publicProcedure
    .input(requestLinkInput)
    .output(message)
    .mutation(({ ctx, input }) => requestLink(ctx.deps, ctx.caller, { ...input, purpose: 'reset-password' })),

  resetPassword: memberProcedure
    .input(resetPasswordInput)
    .output(session)
    .mutation(({ ctx, input }) => resetPassword(ctx.deps, ctx.caller, input)),
})
