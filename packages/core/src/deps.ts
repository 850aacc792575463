import type { ContactDetails } from '@chuma/contract/contact'
import type { Economy } from '@chuma/contract/economy'
import type { Db } from '@chuma/db/client'
import type { Mail } from './mail.ts'
import type { Postbacks } from './partners/postbacks.ts'
import type { Payouts } from './wallet/payouts.ts'

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
  mail: Mail
  accounts: AccountRules
  contactDetails: ContactDetails
  payouts: Payouts
  postbacks: Postbacks
}
