import type { Language } from '@chuma/contract/languages'
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { en } from './messages/en.ts'
import { sw } from './messages/sw.ts'

type MessageKey = keyof typeof en
type Values = Record<string, string | number>

export type Translate = (key: MessageKey, values?: Values) => string
/** `locale` formats dates and numbers. */
export type Words = { language: Language; locale: string; translate: Translate }

/** Compiled at start, so that an invalid message fails there and not while a mail is written. */
export const words: Record<Language, Words> = {
  en: createWords('en', 'en-GB', en),
  sw: createWords('sw', 'sw-KE', sw),
}

function createWords(language: Language, locale: string, texts: Record<MessageKey, string>): Words {
  const compiled = Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, compileMessageOrThrow(text)]),
  )
  const i18n = setupI18n({ locale: language, messages: { [language]: compiled } })
  return { language, locale, translate: (key, values = {}) => i18n._(key, values) }
}
