import type { Deps } from '@chuma/core/deps'
import { findMailLanguage } from '@chuma/db/queries/account/profile'
import { insertCapturedMail } from '@chuma/db/queries/mail'
import { createMail } from '@chuma/mail/create-mail'
import { createCaptureTransport, createSmtpTransport } from '@chuma/mail/transports'
import type { Env } from '../env.ts'
import type { Mailing } from '../jobs/do-job.ts'

type Parts = Pick<Deps, 'db' | 'economy' | 'product'>

/** Open the configured mail server; without one, mail is stored in the database, where /dev/mailbox shows it. */
export function openMailing(env: Env, { db, economy, product }: Parts): Mailing {
  const { publicUrl } = env
  const findLanguage = (address: string) => findMailLanguage(db, address)
  const details = async () => {
    const [{ name: productName, email: supportEmail }, { timeZone }] = await Promise.all([
      product(),
      economy(),
    ])
    return { productName, supportEmail, timeZone }
  }
  return {
    write: (deliver) => createMail({ deliver, findLanguage, publicUrl, details }),
    transport: env.SMTP_URL
      ? createSmtpTransport(env.SMTP_URL, env.MAIL_FROM)
      : createCaptureTransport((mail) => insertCapturedMail(db, mail)),
  }
}
