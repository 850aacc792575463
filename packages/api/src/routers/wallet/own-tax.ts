import { ownTax, setTaxDetailsInput, taxCertificate, taxCertificateInput } from '@chuma/contract/books/tax'
import { getOwnCertificate, getOwnTax, setTaxDetails } from '@chuma/core/books/tax/own-tax'
import { memberProcedure } from '../../trpc.ts'

/** A member's own tax: what they declare, and their certificates. */
export const ownTaxProcedures = {
  getTax: memberProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/tax',
        summary: 'My residence, my rates today, and the months with a certificate',
      },
    })
    .output(ownTax)
    .query(({ ctx }) => getOwnTax(ctx.deps, ctx.member)),

  setTaxDetails: memberProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/tax',
        summary: 'Save my residence or KRA PIN',
        description: 'Counts for payments that leave from now on. `pin`: null removes it.',
      },
    })
    .input(setTaxDetailsInput)
    .output(ownTax)
    .mutation(({ ctx, input }) => setTaxDetails(ctx.deps, ctx.member, input)),

  getTaxCertificate: memberProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/tax/certificates/:span',
        summary: 'My certificate for a month or a year',
        errors: ['NOT_FOUND'],
      },
    })
    .input(taxCertificateInput)
    .output(taxCertificate)
    .query(({ ctx, input }) =>
      getOwnCertificate(ctx.deps, { memberId: ctx.member.memberId, span: input.span }),
    ),
}
