import type { JobName } from '@chuma/db/queries/jobs'

const OLD_LINK = 'A link is mailed to whoever asks for it. He can ask for another.'
const OLD_NEWS = 'It tells of a moment that is over. The payout queue shows how it is now.'

/**
 * Every handler bears being run again. These would do no harm to any row, and yet the wrong thing: a link for somebody
 * who may have lost the account meanwhile, an alarm about what was put right long ago.
 */
const NOT_AGAIN: Partial<Record<JobName, string>> = {
  'send-verification': OLD_LINK,
  'send-sign-in-link': OLD_LINK,
  'send-password-reset': OLD_LINK,
  'send-email-change': OLD_LINK,
  'send-queue-stopped': OLD_NEWS,
  'send-float-low': OLD_NEWS,
}

/** Why a failed job is not run again by hand; null: it may be. `mailState` is of a mail whose fate is settled. */
export function refuseRetry({ name, mailState }: { name: JobName; mailState: string | null }): string | null {
  if (mailState === 'sent') return 'Its mail was sent. A mail is never sent twice.'
  if (mailState === 'refused') return 'The mail server will never take this mail.'
  if (mailState) return 'Its mail may have arrived. A mail is never sent twice.'
  return NOT_AGAIN[name] ?? null
}
