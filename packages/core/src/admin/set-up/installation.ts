import type { PayoutTest, SetUpState } from '@chuma/contract/admin/set-up'
import type { MailOutcome } from '@chuma/contract/mails'
import type { Language } from '@chuma/contract/platform'
import type { PhoneMethod } from '@chuma/contract/wallet/wallet'

/**
 * What the environment says about this installation, and tests of it that move no money. Names of variables, never their
 * values: secrets stay in the environment.
 */
export type Installation = {
  publicUrl: string
  payouts: Pick<SetUpState['payouts'], 'provider' | 'variables' | 'premiumVariables' | 'rails'>
  mail: SetUpState['mail']
  /** Gets an access token from the provider of a method, which pays nobody. */
  testPayouts: (method?: PhoneMethod) => Promise<PayoutTest>
  /** Sends one mail at once, past the jobs, and waits for the mail server's answer. */
  sendTestMail: (mail: { to: string; language: Language | null }) => Promise<MailOutcome>
}
