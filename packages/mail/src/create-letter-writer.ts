import type { Language } from '@chuma/contract/languages'
import { type Letter, renderMail } from './render-mail.ts'
import type { RenderedMail } from './transport.ts'
import type { Translate, Words } from './words.ts'

/** `language`: if known; otherwise the language of the account with this address. */
export type Recipient = { to: string; firstName: string; language?: Language | null }
type Content = Pick<Letter, 'subject' | 'before' | 'action' | 'after'> & {
  /** The recipient can turn off such mails, and the footer says where. */
  isOptional?: boolean
}
type Product = { productName: string; supportEmail: string; publicUrl: string }
export type WriteLetter = (recipient: Recipient, content: Content) => RenderedMail

/** Create the function that writes a mail to a member, with greeting and footer. */
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
 * Anyone can sign up a stranger's address with any "name". A name that mail programs would turn into a link, or of several
 * lines, is omitted: otherwise we would deliver advertisements.
 */
function greet(translate: Translate, firstName: string): string {
  const isPlain = /^[\p{L}\p{M}\p{N} '’.-]{1,60}$/u.test(firstName) && !/\.\S|www/iu.test(firstName)
  return isPlain ? translate('greeting', { firstName }) : translate('greetingNameless')
}
