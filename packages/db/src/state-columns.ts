import type { ColumnType, InsertType, SelectType } from 'kysely'

/** The columns that only state machines move (docs/state-machines.md). */
type StateColumns = {
  withdrawal: 'status' | 'payoutState'
  payoutAttempt: 'state'
  partnerCredit: 'state'
  creditClaim: 'state'
  taskProof: 'state'
  surveyReview: 'state'
  premiumPayment: 'state'
  mailDelivery: 'state'
  webhookDelivery: 'state'
  smsDelivery: 'state'
  approvalRequest: 'state'
  cluster: 'state'
  partnerInvoice: 'state'
  partnerReceipt: 'state'
  partnerReportRow: 'state'
}

type NeverUpdated<Column> = ColumnType<SelectType<Column>, InsertType<Column>, never>

/** The tables as a query sees them: an update of a state column does not compile, except through `movedTo`. */
export type WithGuardedStates<Tables> = {
  [Table in keyof Tables]: Table extends keyof StateColumns
    ? {
        [Name in keyof Tables[Table]]: Name extends StateColumns[Table]
          ? NeverUpdated<Tables[Table][Name]>
          : Tables[Table][Name]
      }
    : Tables[Table]
}

/** For the one query of each state machine; scripts/checks/state-columns.test.ts lists them. */
export function movedTo(state: string | null): never {
  return state as never
}
