import { setupI18n } from '@lingui/core'
import { type Catalogue, en } from './messages/en.ts'

// The build replaces the strings of a catalogue by parsed messages, which is what lingui takes.
export const i18n = setupI18n({ locale: 'en', messages: { en } })

export type MessageKey = keyof Catalogue & string

/** The names in braces in an ICU message. The branches of a plural do not count: they hold `#` or more than one word. */
type Names<Text extends string> = Text extends `${string}{${infer Rest}` ? Name<Rest> | Names<Rest> : never
type Name<Rest extends string> = Rest extends `${infer Body}}${string}`
  ? Body extends `${infer First},${string}`
    ? Identifier<First>
    : Identifier<Body>
  : never
type Identifier<Text extends string> = Text extends '' | `${string}${' ' | '#'}${string}` ? never : Text

type Values<Key extends MessageKey> = { [Name in Names<Catalogue[Key]>]: string | number }
type Arguments<Key extends MessageKey> = [Names<Catalogue[Key]>] extends [never] ? [] : [values: Values<Key>]

export type Translate = <Key extends MessageKey>(key: Key, ...values: Arguments<Key>) => string

/** For code outside React. Components call `useT()`, which renders again when the language changes. */
export const t: Translate = (key, ...values) => i18n._(key, values[0])
