import type { Kysely, UpdateType } from 'kysely'
import { expectTypeOf, test } from 'vitest'
import type { Db } from './client.ts'

type Tables = Db extends Kysely<infer Known> ? Known : never
type Change<Table extends keyof Tables, Column extends keyof Tables[Table]> = UpdateType<
  Tables[Table][Column]
>

// The compiler fails here, not the test runner.
test('no update of a state column compiles', () => {
  expectTypeOf<Change<'withdrawal', 'status'>>().toBeNever()
  expectTypeOf<Change<'withdrawal', 'payoutState'>>().toBeNever()
  expectTypeOf<Change<'payoutAttempt', 'state'>>().toBeNever()
  expectTypeOf<Change<'partnerCredit', 'state'>>().toBeNever()
  expectTypeOf<Change<'creditClaim', 'state'>>().toBeNever()
  expectTypeOf<Change<'taskProof', 'state'>>().toBeNever()
  expectTypeOf<Change<'surveyReview', 'state'>>().toBeNever()
  expectTypeOf<Change<'premiumPayment', 'state'>>().toBeNever()
  expectTypeOf<Change<'mailDelivery', 'state'>>().toBeNever()
  expectTypeOf<Change<'webhookDelivery', 'state'>>().toBeNever()
  expectTypeOf<Change<'approvalRequest', 'state'>>().toBeNever()
})
