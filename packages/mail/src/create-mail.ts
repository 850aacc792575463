import type { MailName, MailParams, OutgoingMail, RenderedMail, SendMail } from '@chuma/contract/mails'
import type { Language } from '@chuma/contract/platform'
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { houseLetters } from './house-letters.ts'
import { type Compose, type Letter, type Pen, readerLetters, type Text, type Translate } from './letters.ts'
import { renderMail } from './render-mail.ts'
import { en } from './words/en.ts'
import { sw } from './words/sw.ts'

/** `timeZone`: of every time in a mail. */
type Details = { productName: string; supportEmail: string; timeZone: string }
type MailOptions = {
  deliver: (mail: OutgoingMail) => Promise<void>
  /** The language chosen for the account with this address, or null. */
  findLanguage?: (address: string) => Promise<Language | null>
  publicUrl: string
  /** Read for each mail: staff can change them while the server runs. */
  details: () => Promise<Details>
}

const LETTERS: { readonly [N in MailName]: Compose<N> } = { ...readerLetters, ...houseLetters }

/** `locale` formats dates and numbers. */
type Words = { language: Language; locale: string; translate: Translate }

/** Compiled at start, so that an invalid message fails there and not while a mail is written. */
const WORDS: Record<Language, Words> = {
  en: createWords('en', 'en-GB', en),
  sw: createWords('sw', 'sw-KE', sw),
}

function createWords(language: Language, locale: string, texts: typeof sw): Words {
  const compiled = Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, compileMessageOrThrow(text)]),
  )
  const i18n = setupI18n({ locale: language, messages: { [language]: compiled } })
  return { language, locale, translate: (key, values = {}) => i18n._(key, values) }
}

/** Create the function that renders a mail in its reader's language, passes it to `deliver` and rethrows its errors. */
export function createMail({ deliver, findLanguage, publicUrl, details }: MailOptions): SendMail {
  return async (name, mail) => {
    const { to, language }: Addressed = mail as object
    const known = language ?? (to === undefined ? null : await findLanguage?.(to)) ?? 'en'
    const site = { publicUrl, ...(await details()) }
    await deliver({ kind: name, ...write(WORDS[known], { ...site, name, mail }) })
  }
}

type Addressed = { to?: string | undefined; firstName?: string; language?: Language | null | undefined }
type Order<N extends MailName> = Details & { publicUrl: string; name: N; mail: MailParams<N> }

function write<N extends MailName>(words: Words, { name, mail, ...site }: Order<N>): RenderedMail {
  const { publicUrl, productName, supportEmail, timeZone } = site
  const pen: Pen = {
    publicUrl,
    supportEmail,
    place: timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone,
    translate: (key, values) => words.translate(key, { productName, supportEmail, ...values }),
    format: (moment, style) => moment.toLocaleString(words.locale, { timeZone, ...style }),
  }
  const letter = LETTERS[name](mail, pen)
  const { to = supportEmail, firstName = '' }: Addressed = mail as object
  const say = (said: Text) => (typeof said === 'string' ? pen.translate(said, letter.values) : said.text)
  const sayAll = (all: Letter['before']) => all.flatMap((said) => (said === false ? [] : say(said)))
  const rendered = renderMail(words, {
    to,
    subject: say(letter.subject),
    greeting: letter.greeting ? say(letter.greeting) : greet(pen, firstName),
    before: sayAll(letter.before),
    action: letter.button ? { label: say(letter.button[0]), url: `${publicUrl}${letter.button[1]}` } : null,
    after: sayAll(letter.after ?? []),
    footer: letter.footer ? say(letter.footer) : closeWith(pen, letter),
  })
  return letter.replyTo === undefined ? rendered : { ...rendered, replyTo: letter.replyTo }
}

/**
 * Anyone can sign up a stranger's address with any "name". A name that mail programs would turn into a link, or of several
 * lines, is omitted: otherwise we would deliver advertisements.
 */
function greet({ translate }: Pen, firstName: string): string {
  const isPlain = /^[\p{L}\p{M}\p{N} '’.-]{1,60}$/u.test(firstName) && !/\.\S|www/iu.test(firstName)
  return isPlain ? translate('greeting', { firstName }) : translate('greetingNameless')
}

function closeWith({ translate, publicUrl }: Pen, { isOptional }: Letter): string {
  const footer = translate('footer')
  return isOptional
    ? `${footer} ${translate('footer.optional', { settingsUrl: `${publicUrl}/settings` })}`
    : footer
}
