import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { en } from './messages/en.ts'

type MessageKey = keyof typeof en
type Values = Record<string, string | number>

// Compiled when the program starts: a broken message stops it there, not in the middle of a mail.
const compiled = Object.fromEntries(
  Object.entries(en).map(([key, text]) => [key, compileMessageOrThrow(text)]),
)
const i18n = setupI18n({ locale: 'en', messages: { en: compiled } })

export function translate(key: MessageKey, values: Values = {}): string {
  return i18n._(key, values)
}
