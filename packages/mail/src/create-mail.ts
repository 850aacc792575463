import { type ContactMessage, composeContactMessage } from './compose-contact-message.ts'
import { type ContactReply, composeContactReply } from './compose-contact-reply.ts'
import { createAccountLetters } from './create-account-letters.ts'
import { createClaimLetters } from './create-claim-letters.ts'
import { createDeletionLetters } from './create-deletion-letters.ts'
import { createLetterWriter } from './create-letter-writer.ts'
import { createLinkLetters } from './create-link-letters.ts'
import { createOperatorLetters } from './create-operator-letters.ts'
import { createPauseLetters } from './create-pause-letters.ts'
import { createPremiumLetters } from './create-premium-letters.ts'
import { createProofLetters } from './create-proof-letters.ts'
import { createSecurityLetters } from './create-security-letters.ts'
import { createStandingLetters } from './create-standing-letters.ts'
import { createWithdrawalLetters } from './create-withdrawal-letters.ts'
import { renderMail } from './render-mail.ts'
import type { OutgoingMail, RenderedMail } from './transport.ts'

type Product = { publicUrl: string; productName: string; supportEmail: string }
type MailOptions = Product & { deliver: (mail: OutgoingMail) => Promise<void> }
type Letters = ReturnType<typeof createLetters>
type Mail = { [Kind in keyof Letters]: (mail: Parameters<Letters[Kind]>[0]) => Promise<void> }

/** Every mail the product sends. Each call renders one, hands it to `deliver` and throws what that throws. */
export function createMail({ deliver, ...product }: MailOptions): Mail {
  const letters = Object.entries<(mail: never) => RenderedMail>(createLetters(product))
  const sends = letters.map(([kind, write]) => [
    kind,
    async (mail: never) => deliver({ kind, ...write(mail) }),
  ])
  return Object.fromEntries(sends) as Mail
}

function createLetters({ publicUrl, productName, supportEmail }: Product) {
  const write = createLetterWriter({ productName, supportEmail, publicUrl })
  return {
    ...createAccountLetters({ write, publicUrl, productName, supportEmail }),
    ...createLinkLetters({ write, publicUrl, productName }),
    ...createSecurityLetters({ write, publicUrl, productName, supportEmail }),
    ...createStandingLetters({ write, publicUrl, productName }),
    ...createPauseLetters({ write, publicUrl }),
    ...createOperatorLetters({ publicUrl, productName, supportEmail }),
    ...createDeletionLetters({ write, publicUrl, productName }),
    ...createPremiumLetters({ write, publicUrl, productName }),
    ...createProofLetters({ write, publicUrl }),
    ...createClaimLetters({ write, publicUrl }),
    ...createWithdrawalLetters({ write, publicUrl, supportEmail }),

    sendContactMessage: (message: ContactMessage) => ({
      ...renderMail(composeContactMessage(message, { productName, supportEmail })),
      replyTo: message.email,
    }),

    sendContactReply: (reply: ContactReply) => ({
      ...renderMail(composeContactReply(reply, { productName, supportEmail })),
      replyTo: supportEmail,
    }),
  }
}
