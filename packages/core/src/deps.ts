import type { ApprovalKind } from '@chuma/contract/admin/approval-kinds'
import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { Product } from '@chuma/contract/admin/set-up'
import type { transparency } from '@chuma/contract/books/tax'
import type { Answer } from '@chuma/contract/fields'
import type { SendMail } from '@chuma/contract/mails'
import type { Db } from '@chuma/db/client'
import type { WebhookEventType } from '@chuma/db/column-types'
import type { Times } from '@chuma/db/queries/payouts/automatic-payouts'
import type { AskedOfMember, CatalogueSurvey } from '@chuma/db/queries/surveys/catalogue'
import type { Installation } from './admin/set-up/installation.ts'
import type { Passwords } from './auth/passwords/passwords.ts'
import type { Roots, SealKeys } from './books/seals/seal-keys.ts'
import type { StaffActor } from './caller.ts'
import type { Sms } from './inbox/texts/sms.ts'
import type { Changes } from './live/watch.ts'
import type { Postbacks } from './partners/postbacks.ts'
import type { Payouts } from './payouts/attempts/payouts.ts'
import type { Collector } from './premium/collector.ts'
import type { Secrets } from './secrets/secrets.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

/** The operator's rules for accounts. */
type AccountRules = {
  /** False: a new member is signed in immediately, and has to verify their address before they withdraw. */
  isVerificationRequired: boolean
  /** True: a staff account without a second factor can only set one up. */
  isSecondFactorRequired: boolean
  /** True: a production that does not require it, as its operator chose. Staff see a warning. */
  isSecondFactorWaived?: boolean
}

/** Everything that a test must be able to replace, and nothing else. */
/** Runs a request's payload as the act of its requester. */
export type ApprovalRun = (deps: Deps, actor: StaffActor, payload: unknown) => Promise<unknown>

export type Deps = {
  db: Db
  economy: () => Promise<Economy>
  /** True outside demo mode: without an owner's choice of a preset no payout is approved and no partner is active. */
  isEconomyChoiceRequired: boolean
  /** The points that members hold, added up every minute at most. */
  owedPoints: () => Promise<number>
  /** The active surveys and who may take them, cached until they change. */
  surveyCatalogue: () => Promise<{ surveys: readonly CatalogueSurvey[]; asked: AskedOfMember }>
  /** The types of events that a webhook wants, cached until that changes. Ask before a transaction begins. */
  wantedEvents: () => Promise<ReadonlySet<WebhookEventType>>
  /** The highest tax rate of today, cached for seconds: a rate begins on a later day than it was decided. */
  taxPercent: () => Promise<number>
  /** The public figures, cached for minutes. */
  transparency: () => Promise<Answer<typeof transparency>>
  /** How long payouts take, measured a few times a minute at most. */
  payoutTimes: () => Promise<Times>
  /** Only jobs send mail. */
  mail: SendMail
  sms: Sms
  passwords: Passwords
  secrets: Secrets
  accounts: AccountRules
  /** The use case of each kind of request that waits for a second person. */
  approvalRuns: Record<ApprovalKind, ApprovalRun>
  /** The product's name and contact details, cached until they change. */
  product: () => Promise<Product>
  installation: Installation
  payouts: Payouts
  /** Null: members cannot pay for premium, and an admin grants it. */
  collector: Collector | null
  postbacks: Postbacks
  webhooks: Webhooks
  /** Outside the database, which they protect. */
  sealKeys: SealKeys
  roots: Roots
  /** Logs a failure that only affects one row of many, and so is not thrown. */
  reportFailure: (error: unknown, about: string) => void
  changes: Changes
}
