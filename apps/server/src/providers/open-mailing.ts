import type { Deps } from '@chuma/core/deps'
import type { Mail } from '@chuma/core/mail'
import { findMailLanguage } from '@chuma/db/queries/account/profile'
import { insertCapturedMail } from '@chuma/db/queries/mail'
import { createCaptureTransport } from '@chuma/mail/create-capture-transport'
import { createMail } from '@chuma/mail/create-mail'
import { createSmtpTransport } from '@chuma/mail/create-smtp-transport'
import type { Env } from '../env.ts'
import type { Mailing } from '../jobs/do-job.ts'

type Details = { productName: string; supportEmail: string }

/** Open the configured mail server; without one, mail is stored in the database, where /dev/mailbox shows it. */
export function openMailing(env: Env, { db, product }: Pick<Deps, 'db' | 'product'>): Mailing {
  const { publicUrl } = env
  const findLanguage = (address: string) => findMailLanguage(db, address)
  return {
    write: (deliver) =>
      writeLate(product, (details) => createMail({ deliver, findLanguage, publicUrl, ...details })),
    transport: env.SMTP_URL
      ? createSmtpTransport(env.SMTP_URL, env.MAIL_FROM)
      : createCaptureTransport((mail) => insertCapturedMail(db, mail)),
  }
}

/** Write each mail with the name and the support address of the moment it is written. */
function writeLate(product: Deps['product'], write: (details: Details) => Mail): Mail {
  const kinds = Object.keys(write({ productName: '', supportEmail: '' })) as (keyof Mail)[]
  const now = async () => {
    const { name, email } = await product()
    return write({ productName: name, supportEmail: email })
  }
  const late = kinds.map((kind) => [kind, async (mail: never) => (await now())[kind](mail)])
  return Object.fromEntries(late) as Mail
}
