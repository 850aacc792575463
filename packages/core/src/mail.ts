type Recipient = { to: string; firstName: string }
type WithdrawalNews = Recipient & { amountKes: number; points: number }

/** The mails that the business sends. Each call hands one mail to the transport or throws; jobs repeat what threw. */
export type Mail = {
  /** `token` goes into the link `/?token=…`, which works once. */
  sendVerification: (mail: Recipient & { token: string; expiresInMinutes: number }) => Promise<void>
  /** Somebody, perhaps the owner himself, tried to sign up with an address that has an account. */
  sendAddressTaken: (mail: Recipient) => Promise<void>
  sendWithdrawalPaid: (mail: WithdrawalNews & { receipt: string }) => Promise<void>
  sendWithdrawalRejected: (mail: WithdrawalNews & { reason: string }) => Promise<void>
}
