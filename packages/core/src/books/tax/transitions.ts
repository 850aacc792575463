import type { StateMachine } from '../../state-machine.ts'

export type TaxMonthState = 'running' | 'open' | 'filed' | 'remitted'

/** A month's state is what exists of it: no row, a row of `tax_file`, and a row of `tax_remittance` too. */
export const taxMonthMachine: StateMachine<TaxMonthState> = {
  name: 'Month of tax',
  refusal: 'ALREADY_DECIDED',
  states: {
    running: 'not over, so its tax still grows',
    open: 'over, and not filed',
    filed: 'filed with the revenue authority, and not paid',
    remitted: 'filed and paid',
  },
  begins: [{ to: 'running', by: 'worker', when: 'a payment with tax is made, or comes back' }],
  moves: {
    worker: [{ from: ['running'], to: 'open', when: 'the month ends' }],
    staff: [
      { from: ['open'], to: 'filed', when: 'every earlier month is filed' },
      { from: ['filed'], to: 'remitted', when: 'the whole tax was paid, under a reference of its own' },
    ],
  },
}
