import type { Language } from '@chuma/contract/languages'
import { type ContactMessage, composeContactMessage } from './compose-contact-message.ts'
import { type ContactReply, composeContactReply } from './compose-contact-reply.ts'
import { createLetterWriter } from './create-letter-writer.ts'
import { createAccountLetters } from './letters/create-account-letters.ts'
import { createClaimLetters } from './letters/create-claim-letters.ts'
import { createClientLetters } from './letters/create-client-letters.ts'
import { createDeletionLetters } from './letters/create-deletion-letters.ts'
import { createLinkLetters } from './letters/create-link-letters.ts'
import { createMoneyLetters } from './letters/create-money-letters.ts'
import { createOperatorLetters } from './letters/create-operator-letters.ts'
import { createPasskeyLetters } from './letters/create-passkey-letters.ts'
import { createPauseLetters } from './letters/create-pause-letters.ts'
import { createPremiumLetters } from './letters/create-premium-letters.ts'
import { createProofLetters, createReviewLetters } from './letters/create-proof-letters.ts'
import { createSecurityLetters } from './letters/create-security-letters.ts'
import { createStandingLetters } from './letters/create-standing-letters.ts'
import { createWithdrawalLetters } from './letters/create-withdrawal-letters.ts'
import { renderMail } from './render-mail.ts'
import type { OutgoingMail, RenderedMail } from './transport.ts'
import { type Words, words } from './words.ts'

type Product = { publicUrl: string; productName: string; supportEmail: string }
type MailOptions = Product & {
  deliver: (mail: OutgoingMail) => Promise<void>
  /** The language chosen for the account with this address, or null. */
  findLanguage?: (address: string) => Promise<Language | null>
}
type Letters = ReturnType<typeof createLetters>
type Mail = { [Kind in keyof Letters]: (mail: Parameters<Letters[Kind]>[0]) => Promise<void> }
type Addressed = { to?: string; language?: Language | null }

/**
 * Every mail the product sends. Each call renders one in the recipient's language, passes it to `deliver` and rethrows its
 * errors.
 */
export function createMail({ deliver, findLanguage, ...product }: MailOptions): Mail {
  const letters = { en: createLetters(words.en, product), sw: createLetters(words.sw, product) }
  const choose = async ({ to, language }: Addressed) =>
    language ?? (to === undefined ? null : await findLanguage?.(to)) ?? 'en'
  const send = async (kind: keyof Letters, mail: Addressed) => {
    const write: (mail: never) => RenderedMail = letters[await choose(mail)][kind]
    await deliver({ kind, ...write(mail as never) })
  }
  const kinds = Object.keys(letters.en) as (keyof Letters)[]
  return Object.fromEntries(kinds.map((kind) => [kind, (mail: never) => send(kind, mail)])) as Mail
}

function createLetters(words: Words, { publicUrl, productName, supportEmail }: Product) {
  const write = createLetterWriter(words, { productName, supportEmail, publicUrl })
  return {
    ...createAccountLetters({ words, write, publicUrl, productName, supportEmail }),
    ...createLinkLetters({ words, write, publicUrl, productName }),
    ...createSecurityLetters({ words, write, publicUrl, productName, supportEmail }),
    ...createPasskeyLetters({ words, write, publicUrl, productName, supportEmail }),
    ...createStandingLetters({ words, write, publicUrl, productName }),
    ...createPauseLetters({ words, write, publicUrl }),
    ...createOperatorLetters({ words, publicUrl, productName, supportEmail }),
    ...createDeletionLetters({ words, write, publicUrl, productName }),
    ...createPremiumLetters({ words, write, publicUrl, productName }),
    ...createProofLetters({ words, write, publicUrl }),
    ...createClaimLetters({ words, write, publicUrl }),
    ...createClientLetters({ words, write, publicUrl }),
    ...createReviewLetters({ words, write, publicUrl }),
    ...createMoneyLetters({ words, write, publicUrl }),
    ...createWithdrawalLetters({ words, write, publicUrl, supportEmail }),

    sendContactMessage: (message: ContactMessage) => ({
      ...renderMail(words, composeContactMessage(words, message, { productName, supportEmail })),
      replyTo: message.email,
    }),

    sendContactReply: (reply: ContactReply) => ({
      ...renderMail(words, composeContactReply(words, reply, { productName, supportEmail })),
      replyTo: supportEmail,
    }),
  }
}
