import { setupI18n } from '@lingui/core'
import type { member } from './groups/en/member.ts'
import type { staff } from './groups/en/staff.ts'
import type { visitor } from './groups/en/visitor.ts'
import type { asking } from './messages/en/asking.ts'
import type { clicks } from './messages/en/clicks.ts'
import type { client } from './messages/en/client.ts'
import { entry } from './messages/en/entry.ts'
import type { games } from './messages/en/games.ts'
import type { papers } from './messages/en/papers.ts'
import type { premium } from './messages/en/premium.ts'
import type { taking } from './messages/en/taking.ts'

/* `messages/<language>/` has a file per noun; `groups/<language>/` combines those that are loaded together. English
   `entry` loads with the first script; `loadMessages`, which the layout calls before a page renders, loads the others
   (`messageGroupsOf`). To add a language, add its messages, its groups and its lines in LANGUAGES and `loaders`;
   `activateLanguage` loads the groups that the open page uses, then re-renders everything. */
export const LANGUAGES = ['en', 'sw'] as const
export type Language = (typeof LANGUAGES)[number]

type Catalogue = typeof entry &
  typeof visitor &
  typeof member &
  typeof staff &
  typeof papers &
  typeof taking &
  typeof asking &
  typeof premium &
  typeof clicks &
  typeof games &
  typeof client
export type MessageGroup =
  | 'visitor'
  | 'member'
  | 'staff'
  | 'papers'
  | 'taking'
  | 'asking'
  | 'premium'
  | 'clicks'
  | 'games'
  | 'client'
  | 'results'
type Messages = Record<string, string>
type Load = () => Promise<Messages>

const loaders: Record<Language, Record<'entry' | MessageGroup, Load>> = {
  en: {
    entry: async () => entry,
    visitor: async () => (await import('./groups/en/visitor.ts')).visitor,
    member: async () => (await import('./groups/en/member.ts')).member,
    staff: async () => (await import('./groups/en/staff.ts')).staff,
    papers: async () => (await import('./messages/en/papers.ts')).papers,
    taking: async () => (await import('./messages/en/taking.ts')).taking,
    asking: async () => (await import('./messages/en/asking.ts')).asking,
    premium: async () => (await import('./messages/en/premium.ts')).premium,
    clicks: async () => (await import('./messages/en/clicks.ts')).clicks,
    games: async () => (await import('./messages/en/games.ts')).games,
    client: async () => (await import('./messages/en/client.ts')).client,
    results: async () => (await import('./messages/en/results.ts')).results,
  },
  sw: {
    entry: async () => (await import('./messages/sw/entry.ts')).entry,
    visitor: async () => (await import('./groups/sw/visitor.ts')).visitor,
    member: async () => (await import('./groups/sw/member.ts')).member,
    staff: async () => (await import('./groups/sw/staff.ts')).staff,
    papers: async () => (await import('./messages/sw/papers.ts')).papers,
    taking: async () => (await import('./messages/sw/taking.ts')).taking,
    asking: async () => (await import('./messages/sw/asking.ts')).asking,
    premium: async () => (await import('./messages/sw/premium.ts')).premium,
    clicks: async () => (await import('./messages/sw/clicks.ts')).clicks,
    games: async () => (await import('./messages/sw/games.ts')).games,
    client: async () => (await import('./messages/sw/client.ts')).client,
    results: async () => (await import('./messages/sw/results.ts')).results,
  },
}

// The build replaces the strings of a catalogue with parsed messages, which Lingui accepts.
export const i18n = setupI18n({
  locale: 'en',
  messages: { en: entry },
  missing: (_locale, key) => {
    globalThis.reportError?.(new Error(`The message ${key} is not loaded`))
    return key
  },
})

let language: Language = 'en'
const asked = new Set<'entry' | MessageGroup>(['entry'])
const loads = new Map<string, Promise<void>>()
const loaded = new Set<string>(['en/entry'])

/**
 * Load the messages of these groups; returns undefined if they are loaded already. A later call retries a failed load.
 */
export function loadMessages(...groups: readonly MessageGroup[]): Promise<void> | undefined {
  for (const group of groups) asked.add(group)
  return loadFor(language, groups)
}

/** Switch the language once all its messages are loaded, never in part. Rejects if they cannot be loaded. */
export async function activateLanguage(next: Language): Promise<void> {
  language = next
  await loadFor(next, [...asked])
  // The reader may have chosen another language in the meantime.
  if (language === next) i18n.activate(next)
}

function loadFor(locale: Language, groups: readonly ('entry' | MessageGroup)[]): Promise<void> | undefined {
  const missing = groups.filter((group) => !loaded.has(`${locale}/${group}`))
  if (missing.length === 0) return
  return Promise.all(missing.map((group) => loadOnce(locale, group))).then(() => undefined)
}

function loadOnce(locale: Language, group: 'entry' | MessageGroup): Promise<void> {
  const name = `${locale}/${group}`
  const load = loads.get(name) ?? fetchGroup(locale, group).finally(() => loads.delete(name))
  loads.set(name, load)
  return load
}

async function fetchGroup(locale: Language, group: 'entry' | MessageGroup): Promise<void> {
  i18n.load(locale, await loaders[locale][group]())
  loaded.add(`${locale}/${group}`)
}

export type MessageKey = keyof Catalogue & string

/** The names in braces in an ICU message. Branches of a plural are excluded: they contain `#` or more than one word. */
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

/** For code outside React. Components call `useT()`, which re-renders when the language changes. */
export const t: Translate = (key, ...values) => i18n._(key, values[0])

/** The script in index.html reads it too, before the first paint. */
const KEPT = 'language'

/** The language chosen on this device; null means the browser's preference. */
export function findChosenLanguage(): Language | null {
  const kept = localStorage.getItem(KEPT)
  return LANGUAGES.find((language) => language === kept) ?? null
}

/** Switch the language. Rejects if its messages cannot be loaded; the page then stays as it is. */
export async function chooseLanguage(language: Language): Promise<void> {
  const before = shownLanguage()
  try {
    await activateLanguage(language)
  } catch (error) {
    await activateLanguage(before)
    throw error
  }
  localStorage.setItem(KEPT, language)
}

export function shownLanguage(): Language {
  return LANGUAGES.find((language) => language === i18n.locale) ?? 'en'
}

/** Show the page in the language that index.html found, and keep `<html lang>` current from then on. */
export async function startLanguage(root: HTMLElement): Promise<void> {
  const wanted = LANGUAGES.find((language) => language === root.lang) ?? 'en'
  i18n.on('change', () => {
    root.lang = i18n.locale
  })
  // If its messages cannot be loaded, English is better than nothing.
  if (wanted !== 'en') await activateLanguage(wanted).catch(() => activateLanguage('en'))
}
