import type { Db } from '@chuma/db/client'
import { insertCapturedMail } from '@chuma/db/queries/mail'
import { createCaptureTransport } from '@chuma/mail/create-capture-transport'
import { createSmtpTransport } from '@chuma/mail/create-smtp-transport'
import type { Env } from './env.ts'

/** A mail server when one is named; otherwise mail is kept in the database, where /dev/mailbox shows it. */
export function openMailTransport(env: Env, db: Db) {
  if (env.SMTP_URL) return createSmtpTransport(env.SMTP_URL, env.MAIL_FROM)
  return createCaptureTransport((mail) => insertCapturedMail(db, mail))
}
