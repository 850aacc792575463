import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { transparency } from '@chuma/contract/books/transparency'
import type { ContactDetails } from '@chuma/contract/inbox/contact'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db } from '@chuma/db/client'
import type { Passwords } from './auth/passwords/passwords.ts'
import type { Changes } from './live/create-changes.ts'
import type { Mail } from './mail.ts'
import type { Postbacks } from './partners/postbacks.ts'
import type { Payouts } from './payouts/attempts/payouts.ts'
import type { Collector } from './premium/collector.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

/** What an operator decides about accounts. */
export type AccountRules = {
  /** Off: a new member is signed in at once, and asked to verify his address before he withdraws. */
  isVerificationRequired: boolean
  /** On: a staff account without a second factor may do nothing but set one up. */
  isSecondFactorRequired: boolean
}

/** What a test must be able to replace, and nothing else. */
export type Deps = {
  db: Db
  economy: () => Promise<Economy>
  /** The public figures, a few minutes old. */
  transparency: () => Promise<Answer<typeof transparency>>
  mail: Mail
  passwords: Passwords
  accounts: AccountRules
  contactDetails: ContactDetails
  payouts: Payouts
  /** Null: nobody can pay for premium here, and an admin gives it. */
  collector: Collector | null
  postbacks: Postbacks
  webhooks: Webhooks
  /** Logs a failure that is answered for one row of many, and so reaches nobody as an error. */
  reportFailure: (error: unknown, about: string) => void
  changes: Changes
}
