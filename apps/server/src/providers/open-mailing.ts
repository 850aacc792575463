import type { Db } from '@chuma/db/client'
import { findMailLanguage } from '@chuma/db/queries/account/settings'
import { insertCapturedMail } from '@chuma/db/queries/mail'
import { createCaptureTransport } from '@chuma/mail/create-capture-transport'
import { createMail } from '@chuma/mail/create-mail'
import { createSmtpTransport } from '@chuma/mail/create-smtp-transport'
import type { Env } from '../env.ts'
import type { Mailing } from '../jobs/do-job.ts'

/** Open the configured mail server; without one, mail is stored in the database, where /dev/mailbox shows it. */
export function openMailing(env: Env, db: Db): Mailing {
  const { publicUrl, SUPPORT_EMAIL: supportEmail } = env
  const findLanguage = (address: string) => findMailLanguage(db, address)
  return {
    write: (deliver) => createMail({ deliver, findLanguage, publicUrl, productName: 'Chuma', supportEmail }),
    transport: env.SMTP_URL
      ? createSmtpTransport(env.SMTP_URL, env.MAIL_FROM)
      : createCaptureTransport((mail) => insertCapturedMail(db, mail)),
  }
}
