import type { Economy } from '@chuma/contract/economy'
import type { Db } from '@chuma/db/client'
import type { Mail } from './mail.ts'
import type { Payouts } from './wallet/payouts.ts'

/** What a test must be able to replace, and nothing else. */
export type Deps = {
  db: Db
  economy: () => Promise<Economy>
  mail: Mail
  payouts: Payouts
}
