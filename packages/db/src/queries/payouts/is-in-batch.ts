import { sql } from 'kysely'

/** Of a row of `withdrawal`: a batch has it that was not cancelled, and the bank has not said that the payment failed. */
export const isInBatch = sql<boolean>`exists (
  select from bank_batch_row b where b.withdrawal_id = withdrawal.withdrawal_id and (b.outcome is null or b.outcome = 'paid')
)`
