import { message } from '@chuma/contract/auth/auth'
import * as tax from '@chuma/contract/books/tax'
import { pageInput } from '@chuma/contract/fields'
import { expectedPayout } from '@chuma/contract/payouts/automatic-payouts'
import { appealPayoutPauseInput, payoutPause } from '@chuma/contract/payouts/payout-pause'
import * as destinationCodes from '@chuma/contract/wallet/destination-codes'
import { exportStatementInput, getStatementInput, statement } from '@chuma/contract/wallet/statements'
import * as wallet from '@chuma/contract/wallet/wallet'
import { getOwnCertificate, getOwnTax, setTaxDetails } from '@chuma/core/books/tax/own-tax'
import { notice } from '@chuma/core/notice'
import { listExpectedPayouts } from '@chuma/core/payouts/automatic/list-expected-payouts'
import { appealPayoutPause } from '@chuma/core/payouts/pauses'
import * as withdrawals from '@chuma/core/payouts/withdrawals'
import { confirmCode, getCode, requestCode } from '@chuma/core/wallet/destinations/codes'
import * as statements from '@chuma/core/wallet/statements'
import { listPayoutPauses } from '@chuma/db/queries/payouts/payout-pauses'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { getBalance, listActivity } from '@chuma/db/queries/wallet/wallet'
import * as z from 'zod'
import { wordMessage } from '../../language/word-answer.ts'
import { showNotice } from '../../language/words.ts'
import { route } from '../../meta.ts'
import { memberProcedure, publicProcedure, router } from '../../trpc.ts'

/** A member proves an M-Pesa number with a code by text. */
const destinationCodeProcedures = {
  requestDestinationCode: memberProcedure
    .meta({
      rest: route('POST /destinations/codes', 'Text me a code that proves an M-Pesa number', {
        description:
          'The answer is the same for every number, whether or not it belongs to an account. A new code ends the one before.',
        status: 201,
        errors: ['EMAIL_NOT_VERIFIED', 'CLOSED', 'CODE_LIMIT'],
      }),
    })
    .input(destinationCodes.requestCodeInput)
    .output(destinationCodes.destinationCode)
    .mutation(({ ctx, input }) =>
      requestCode(ctx.deps, ctx.member, { ...input, address: ctx.caller.address }),
    ),

  confirmDestinationCode: memberProcedure
    .meta({
      rest: route('POST /destinations/codes/confirm', 'Prove an M-Pesa number with the code from the text', {
        description:
          'Five tries for each code. `in-review`: another account had proven the number, and staff decide whose it is now.',
        errors: ['CODE_INVALID'],
        example: { answer: { outcome: 'proven', ...showNotice(notice('NUMBER_PROVEN')).answer } },
      }),
    })
    .input(destinationCodes.confirmCodeInput)
    .output(destinationCodes.confirmedCode)
    .mutation(({ ctx, input }) => wordMessage(ctx.caller, confirmCode(ctx.deps, ctx.member, input))),

  getDestinationCode: memberProcedure
    .meta({
      rest: route('GET /destinations/codes', 'My code that can be used now, and what became of its text'),
    })
    .output(destinationCodes.destinationCodeState)
    .query(({ ctx }) => getCode(ctx.deps, ctx.member)),
}

/** A member's own tax: what they declare, and their certificates. */
const ownTaxProcedures = {
  getTax: memberProcedure
    .meta({ rest: route('GET /tax', 'My residence, my rates today, and the months with a certificate') })
    .output(tax.ownTax)
    .query(({ ctx }) => getOwnTax(ctx.deps, ctx.member)),

  setTaxDetails: memberProcedure
    .meta({
      rest: route('PUT /tax', 'Save my residence or KRA PIN', {
        description: 'Counts for payments that leave from now on. `pin`: null removes it.',
      }),
    })
    .input(tax.setTaxDetailsInput)
    .output(tax.ownTax)
    .mutation(({ ctx, input }) => setTaxDetails(ctx.deps, ctx.member, input)),

  getTaxCertificate: memberProcedure
    .meta({
      rest: route('GET /tax/certificates/:span', 'My certificate for a month or a year', {
        errors: ['NOT_FOUND'],
      }),
    })
    .input(tax.taxCertificateInput)
    .output(tax.taxCertificate)
    .query(({ ctx, input }) =>
      getOwnCertificate(ctx.deps, { memberId: ctx.member.memberId, span: input.span }),
    ),
}

const myPayoutPauseProcedures = {
  listPayoutPauses: memberProcedure
    .meta({ rest: route('GET /payout-pauses', 'The pauses of my payouts, newest first') })
    .input(pageInput)
    .output(z.array(payoutPause))
    .query(({ ctx, input }) => listPayoutPauses(ctx.deps.db, ctx.member.memberId, input)),

  appealPayoutPause: memberProcedure
    .meta({
      rest: route('POST /payout-pauses/:id/appeal', 'Appeal against a pause of my payouts, once', {
        example: {
          body: { appeal: 'The number is my own; I changed my SIM card.' },
          answer: {
            reason: 'Two accounts are paid to this number.',
            appeal: 'The number is my own; I changed my SIM card.',
            appealedAt: '2026-03-14T06:30:00.000Z',
          },
        },
        errors: ['APPEAL_STATE'],
      }),
    })
    .input(appealPayoutPauseInput)
    .output(payoutPause)
    .mutation(({ ctx, input }) => appealPayoutPause(ctx.deps, ctx.member, input)),
}

export const walletRouter = router({
  ...myPayoutPauseProcedures,
  ...destinationCodeProcedures,
  ...ownTaxProcedures,

  getTerms: publicProcedure
    .meta({ rest: route('GET /wallet/terms', 'What a point is worth, and how it can be paid out') })
    .output(wallet.walletTerms)
    .query(({ ctx }) => statements.getTerms(ctx.deps)),

  listExpectedPayouts: memberProcedure
    .meta({
      rest: route('GET /expected-payouts', 'When I can expect my open withdrawals', {
        description:
          'The time that nine of ten such payouts took lately, and why a person decides about a request though others are paid by the rule. Nothing about a withdrawal that is on hold or waits; no time for one that is overdue.',
      }),
    })
    .output(z.array(expectedPayout))
    .query(({ ctx }) => listExpectedPayouts(ctx.deps, ctx.member)),

  getBalance: memberProcedure
    .meta({ rest: route('GET /wallet/balance', 'My balance and total earnings') })
    .output(wallet.balance)
    .query(({ ctx }) => getBalance(ctx.deps.db, ctx.member.memberId)),

  listTransactions: memberProcedure
    .meta({ rest: route('GET /points-transactions', 'My postings, newest first') })
    .input(wallet.listTransactionsInput)
    .output(z.array(wallet.pointsTransaction))
    .query(({ ctx, input }) => listTransactions(ctx.deps.db, ctx.member.memberId, input)),

  listActivity: memberProcedure
    .meta({ rest: route('GET /activity', 'My activity: what, when, why and its state; newest first') })
    .input(wallet.listActivityInput)
    .output(z.array(wallet.activity))
    .query(({ ctx, input }) => listActivity(ctx.deps.db, ctx.member.memberId, input)),

  exportActivity: memberProcedure
    .meta({ rest: route('GET /activity.csv', 'My whole activity as CSV', { file: 'chuma-activity.csv' }) })
    .output(z.string())
    .query(({ ctx }) => statements.exportActivity(ctx.deps, ctx.member)),

  getStatement: memberProcedure
    .meta({ rest: route('GET /statements/:month', 'My statement for a month') })
    .input(getStatementInput)
    .output(statement)
    .query(({ ctx, input }) => statements.getStatement(ctx.deps, ctx.member, input)),

  exportStatement: memberProcedure
    .meta({
      rest: route('GET /statements/:month.csv', 'My statement for a month as CSV', {
        file: 'chuma-statement-:month.csv',
      }),
    })
    .input(exportStatementInput)
    .output(z.string())
    .query(({ ctx, input }) => statements.exportStatement(ctx.deps, ctx.member, input)),

  getTransparency: publicProcedure
    .meta({
      rest: route('GET /transparency', 'How much was paid out, to how many members and how fast', {
        description: 'Needs no sign-in. The figures are up to ten minutes old.',
      }),
    })
    .output(tax.transparency)
    .query(({ ctx }) => ctx.deps.transparency()),

  listWithdrawals: memberProcedure
    .meta({ rest: route('GET /withdrawals', 'My withdrawals, newest first') })
    .input(pageInput)
    .output(z.array(wallet.withdrawal))
    .query(({ ctx, input }) => withdrawals.listOwnWithdrawals(ctx.deps, ctx.member, input)),

  onChange: memberProcedure.subscription(({ ctx, signal }) =>
    statements.watchWallet(ctx.deps, ctx.member, { ...ctx, signal }),
  ),

  listPayoutDetails: memberProcedure
    .meta({ rest: route('GET /payout-details', 'My saved payout details, by method') })
    .output(z.array(wallet.payoutDetails))
    .query(({ ctx }) => withdrawals.listOwnPayoutDetails(ctx.deps, ctx.member)),

  forgetPayoutDetails: memberProcedure
    .meta({
      rest: route('DELETE /payout-details/:method', 'Remove my saved details of one method', {
        example: showNotice(notice('PAYOUT_DETAILS_FORGOTTEN')),
      }),
    })
    .input(wallet.forgetPayoutDetailsInput)
    .output(message)
    .mutation(({ ctx, input }) =>
      wordMessage(ctx.caller, statements.forgetPayoutDetails(ctx.deps, ctx.member, input)),
    ),

  requestWithdrawal: memberProcedure
    .meta({
      explain: withdrawals.explainRefusedWithdrawal,
      rest: route('POST /withdrawals', 'Request a withdrawal', {
        description:
          'Errors are plain text. With an `Idempotency-Key` header a repeat gets the answer of the first call.',
        status: 201,
        errors: ['EMAIL_NOT_VERIFIED', 'INSUFFICIENT_POINTS', 'KEY_REUSED', 'PAYOUTS_PAUSED'],
        hasTextErrors: true,
      }),
    })
    .input(wallet.requestWithdrawalInput)
    .output(wallet.withdrawal)
    .mutation(({ ctx, input }) =>
      withdrawals.requestWithdrawal(ctx.deps, ctx.member, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),

  cancelWithdrawal: memberProcedure
    .meta({
      rest: route('POST /withdrawals/:id/cancel', 'Cancel a withdrawal that is not decided yet', {
        description: 'The points are available again at once. A repeat gets the same answer.',
        errors: ['NOT_FOUND', 'WITHDRAWAL_STATE'],
      }),
    })
    .input(wallet.withdrawalIdInput)
    .output(wallet.withdrawal)
    .mutation(({ ctx, input }) => withdrawals.cancelWithdrawal(ctx.deps, ctx.member, input)),
})

/** Part of `wallet`: a member's own pause, and the appeal. */
