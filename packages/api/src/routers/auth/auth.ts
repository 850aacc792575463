import * as auth from '@chuma/contract/auth/auth'
import { loginRules, resendRules } from '@chuma/contract/auth/auth-rules'
import { passkeyLoginInput, passkeyRequest } from '@chuma/contract/auth/passkeys'
import * as securityLinks from '@chuma/contract/auth/security-links'
import { findFirstBroken } from '@chuma/contract/first-problem'
import { signupRules } from '@chuma/contract/form-rules'
import { redeemLink, requestLink, requestVerification } from '@chuma/core/auth/links'
import { logIn, logOut, restoreAccount } from '@chuma/core/auth/log-in'
import { logInWithPasskey, startPasskeyLogin } from '@chuma/core/auth/passkeys/log-in-with-passkey'
import { resetPassword } from '@chuma/core/auth/passwords/new-password'
import { describeLink, secureAccount } from '@chuma/core/auth/security'
import { signUp } from '@chuma/core/auth/sign-up'
import { notice } from '@chuma/core/notice'
import { getUser } from '@chuma/db/queries/account/members'
import { wordMessage } from '../../language/word-answer.ts'
import { showNotice } from '../../language/words.ts'
import { route } from '../../meta.ts'
import { memberProcedure, publicProcedure, router } from '../../trpc.ts'

export const authRouter = router({
  getUser: memberProcedure
    .meta({ rest: route('GET /auth/user', 'My account and earnings') })
    .output(auth.user)
    .query(({ ctx }) => getUser(ctx.deps.db, ctx.member.memberId)),

  signup: publicProcedure
    .meta({
      explain: (_, refused) => findFirstBroken(signupRules, refused),
      rest: route('POST /auth/signup', 'Sign up', {
        example: showNotice(notice('SIGN_UP_READY')),
        description:
          'A sign-up says that the person is 18 or older and accepts the terms in force (the page /terms); their version and the time are recorded. A taken address gets the same answer as a free one; its owner is told by mail. Without required verification a free address gets a session and a taken one does not. Answers 409 while the operator keeps sign-up closed.',
        errors: ['CLOSED'],
      }),
    })
    .input(auth.signupInput)
    .output(auth.signupResult)
    .mutation(({ ctx, input }) => wordMessage(ctx.caller, signUp(ctx.deps, ctx.caller, input))),

  login: publicProcedure
    .meta({
      explain: (_, refused) => findFirstBroken(loginRules, refused),
      rest: route('POST /auth/login', 'Sign in', {
        errors: ['ACCOUNT_CLOSING', 'ACCOUNT_SUSPENDED', 'EMAIL_NOT_VERIFIED', 'INVALID_CREDENTIALS'],
      }),
    })
    .input(auth.loginInput)
    .output(auth.session)
    .mutation(({ ctx, input }) => logIn(ctx.deps, ctx.caller, input)),

  startPasskeyLogin: publicProcedure
    .meta({
      rest: route('POST /auth/passkey/start', 'Start signing in with a passkey', {
        description: 'Names no account: the person chooses a passkey on their device.',
      }),
    })
    .output(passkeyRequest)
    .mutation(({ ctx }) => startPasskeyLogin(ctx.deps, ctx.caller)),

  logInWithPasskey: publicProcedure
    .meta({
      rest: route('POST /auth/passkey', 'Sign in with a passkey', {
        description:
          'The binary fields are in base64url, as in WebAuthn’s JSON. `keepAccount` cancels the deletion of the account.',
        errors: ['ACCOUNT_CLOSING', 'ACCOUNT_SUSPENDED', 'EMAIL_NOT_VERIFIED', 'PASSKEY_INVALID'],
      }),
    })
    .input(passkeyLoginInput)
    .output(auth.session)
    .mutation(({ ctx, input }) => logInWithPasskey(ctx.deps, ctx.caller, input)),

  restoreAccount: publicProcedure
    .meta({
      explain: (_, refused) => findFirstBroken(loginRules, refused),
      rest: route('POST /auth/restore', 'Keep an account that is going to be deleted, and sign in', {
        errors: ['ACCOUNT_SUSPENDED', 'EMAIL_NOT_VERIFIED', 'INVALID_CREDENTIALS'],
      }),
    })
    .input(auth.loginInput)
    .output(auth.session)
    .mutation(({ ctx, input }) => restoreAccount(ctx.deps, ctx.caller, input)),

  logout: memberProcedure
    .meta({
      rest: route('POST /auth/logout', 'End this session', { example: showNotice(notice('SIGNED_OUT')) }),
    })
    .output(auth.message)
    .mutation(({ ctx }) => wordMessage(ctx.caller, logOut(ctx.deps, ctx.member))),

  resendVerification: publicProcedure
    .meta({
      explain: (_, refused) => findFirstBroken(resendRules, refused),
      rest: route('POST /auth/resend-verification', 'Mail a new verification link', {
        example: showNotice(notice('VERIFICATION_REQUESTED')),
        description:
          'All addresses get the same answer. Refused while another mail to the address has to wait.',
      }),
    })
    .input(auth.resendVerificationInput)
    .output(auth.resendVerificationResult)
    .mutation(({ ctx, input }) => wordMessage(ctx.caller, requestVerification(ctx.deps, ctx.caller, input))),

  describeLink: publicProcedure
    .meta({
      rest: route('POST /auth/describe-link', 'What a mailed link would do, without using it', {
        description: '`email` is masked.',
        errors: ['LINK_INVALID', 'SECURITY_LINK_INVALID'],
      }),
    })
    .input(securityLinks.describeLinkInput)
    .output(securityLinks.describedLink)
    .mutation(({ ctx, input }) => describeLink(ctx.deps, ctx.caller, input)),

  secureAccount: publicProcedure
    .meta({
      rest: route('POST /auth/secure-account', 'Say "This wasn’t me" with the link of a security mail', {
        description:
          'Ends every session and the password, undoes a change of address, and opens a session that may set a new password within ten minutes. The answer says what became of payouts.',
        errors: ['SECURITY_LINK_INVALID'],
      }),
    })
    .input(securityLinks.secureAccountInput)
    .output(securityLinks.securedAccount)
    .mutation(({ ctx, input }) => secureAccount(ctx.deps, ctx.caller, input)),

  redeemLink: publicProcedure
    .meta({
      rest: route('POST /auth/redeem-link', 'Exchange the token of a mailed link for a session', {
        description: '`purpose` is what the link was mailed for, and decides the next step.',
        errors: ['ACCOUNT_CLOSING', 'ACCOUNT_SUSPENDED', 'EMAIL_NOT_VERIFIED', 'LINK_INVALID'],
      }),
    })
    .input(auth.redeemLinkInput)
    .output(auth.redeemedLink)
    .mutation(({ ctx, input }) => redeemLink(ctx.deps, ctx.caller, input)),

  requestSignInLink: publicProcedure
    .meta({
      rest: route('POST /auth/sign-in-link', 'Mail a link that signs in without a password', {
        example: showNotice(notice('SIGN_IN_LINK_REQUESTED')),
        description: 'All addresses get the same answer.',
      }),
    })
    .input(auth.requestLinkInput)
    .output(auth.message)
    .mutation(({ ctx, input }) =>
      wordMessage(ctx.caller, requestLink(ctx.deps, ctx.caller, { ...input, purpose: 'sign-in' })),
    ),

  forgotPassword: publicProcedure
    .meta({
      rest: route('POST /auth/forgot-password', 'Mail a link to set a new password', {
        example: showNotice(notice('PASSWORD_RESET_REQUESTED')),
        description: 'All addresses get the same answer.',
      }),
    })
    .input(auth.requestLinkInput)
    .output(auth.message)
    .mutation(({ ctx, input }) =>
      wordMessage(ctx.caller, requestLink(ctx.deps, ctx.caller, { ...input, purpose: 'reset-password' })),
    ),

  resetPassword: memberProcedure
    .meta({
      rest: route('POST /auth/reset-password', 'Set a new password after a reset link', {
        description:
          'Needs the session that the link opened, within ten minutes. Ends every session and returns a new one.',
        errors: ['LINK_INVALID'],
      }),
    })
    .input(auth.resetPasswordInput)
    .output(auth.session)
    .mutation(({ ctx, input }) => resetPassword(ctx.deps, ctx.caller, input)),
})
