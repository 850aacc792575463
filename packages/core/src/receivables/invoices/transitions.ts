import type { InvoiceState } from '@chuma/db/queries/receivables/invoices'
import type { ReceiptState } from '@chuma/db/queries/receivables/receipts'
import type { StateMachine } from '../../state-machine.ts'

/** The trigger guard_partner_document keeps everything else of an invoice as it was issued. */
export const invoiceMachine: StateMachine<InvoiceState> = {
  name: 'Partner invoice',
  refusal: 'ALREADY_DECIDED',
  states: {
    issued: 'the partner owes it',
    paid: 'receipts cover all of it',
    voided: 'a credit note takes it back; its amounts can be invoiced again',
    'written-off': 'what receipts do not cover was given up',
  },
  begins: [
    { to: 'issued', by: 'staff', when: 'the month is over and the partner owes something not invoiced' },
  ],
  moves: {
    staff: [
      { from: ['issued'], to: 'paid', when: 'a receipt, or what earlier ones left over, covers the rest' },
      { from: ['paid'], to: 'issued', when: 'a receipt that paid it is cancelled' },
      { from: ['issued'], to: 'voided', when: 'no receipt pays any of it, and a second person approves' },
      { from: ['issued'], to: 'written-off', when: 'a second person approves' },
    ],
  },
}

/** The trigger guard_partner_document keeps everything else of a receipt as it was booked. */
export const receiptMachine: StateMachine<ReceiptState> = {
  name: 'Partner receipt',
  refusal: 'ALREADY_DECIDED',
  states: {
    booked: 'lowers what the partner owes',
    cancelled: 'the money was not the partner’s, or went back',
  },
  begins: [
    {
      to: 'booked',
      by: 'staff',
      when: 'its reference is new; where company changes need two people, a second one approves',
    },
  ],
  moves: {
    staff: [
      {
        from: ['booked'],
        to: 'cancelled',
        when: 'no invoice that it pays was written off, and a second person approves',
      },
    ],
  },
}
