import type { Language } from '@chuma/contract/languages'
import { type Letter, renderMail } from './render-mail.ts'
import type { RenderedMail } from './transport.ts'
import type { Translate, Words } from './words.ts'

/** `language`: where it is known already; otherwise it is that of the account with this address. */
export type Recipient = { to: string; firstName: string; language?: Language | null }
type Content = Pick<Letter, 'subject' | 'before' | 'action' | 'after'> & {
  /** Whoever gets it can turn such mails off, and is told where. */
  isOptional?: boolean
}
type Product = { productName: string; supportEmail: string; publicUrl: string }
export type WriteLetter = (recipient: Recipient, content: Content) => RenderedMail

/** What all letters to a member have in common: he is greeted, and told who writes and whom to ask. */
export function createLetterWriter(words: Words, { publicUrl, ...product }: Product): WriteLetter {
  const { translate } = words
  const footer = translate('footer', product)
  const off = translate('footer.optional', { settingsUrl: `${publicUrl}/settings` })
  return ({ to, firstName }, { isOptional, ...content }) =>
    renderMail(words, {
      to,
      greeting: greet(translate, firstName),
      ...content,
      footer: isOptional ? `${footer} ${off}` : footer,
    })
}

/**
 * Anybody can sign up a stranger's address under any "name". One that mail programs would turn into a link, or that runs
 * over several lines, is left out: otherwise we deliver his advertisement under our own sender.
 */
function greet(translate: Translate, firstName: string): string {
  const isPlain = /^[\p{L}\p{M}\p{N} '’.-]{1,60}$/u.test(firstName) && !/\.\S|www/iu.test(firstName)
  return isPlain ? translate('greeting', { firstName }) : translate('greetingNameless')
}
