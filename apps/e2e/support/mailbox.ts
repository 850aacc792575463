import { type APIRequestContext, expect } from '@playwright/test'

type CapturedMail = { to: string; subject: string; text: string; html: string; sentAt: string }

/**
 * Waits for the newest mail to this address, once there are `count` of them; mail is sent by a job, a moment after
 * the call that caused it.
 */
export async function newestMail(request: APIRequestContext, to: string, count = 1): Promise<CapturedMail> {
  let mails: CapturedMail[] = []
  await expect(async () => {
    const response = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(to)}`)
    mails = await response.json()
    expect(mails.length).toBeGreaterThanOrEqual(count)
  }).toPass({ intervals: [50, 100, 250] })
  const [mail] = mails
  if (!mail) throw new Error(`no mail to ${to}`)
  return mail
}

/** Waits for the mail to this address whose subject ends so; others may be writing to it too. */
export async function mailAbout(
  request: APIRequestContext,
  to: string,
  subject: string,
): Promise<CapturedMail> {
  let found: CapturedMail | undefined
  await expect(async () => {
    const response = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(to)}`)
    const mails: CapturedMail[] = await response.json()
    found = mails.find((mail) => mail.subject.endsWith(subject))
    expect(found).toBeDefined()
  }).toPass({ intervals: [50, 100, 250] })
  if (!found) throw new Error(`no mail about ${subject}`)
  return found
}

/** The address of "This wasn't me" in a security mail. */
export function notMeIn(mail: CapturedMail): string {
  const path = /https?:\/\/\S+(\/not-me#w_[\w-]+)/.exec(mail.text)?.[1]
  if (!path) throw new Error(`no such link in: ${mail.text}`)
  return path
}

/** The address in a mail that signs its reader in. */
export function linkIn(mail: CapturedMail): URL {
  const link = /https?:\/\/\S+\?token=\S+/.exec(mail.text)?.[0]
  if (!link) throw new Error(`no link in: ${mail.text}`)
  return new URL(link)
}
