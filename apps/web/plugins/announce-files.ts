import type { Manifest } from 'vite'
import { messageGroupsOf } from '../src/i18n/message-groups-of.ts'
import { linkFiles } from './link-files.ts'
import { listChunks } from './list-chunks.ts'

const LANGUAGES = ['en', 'sw']

/** What a page loads lazily and always: its frame, the place for toasts, and the tab that is open at first. */
const FRAME = ['src/app/app-layout.tsx', 'src/app/toasts.tsx']
const OPEN_AT_FIRST: Record<string, readonly string[]> = {
  '/dashboard': ['src/surveys/browse/surveys-tab.tsx'],
}

/**
 * The script in index.html knows the language; the words of the other one would only be in the way. A prerendered page
 * chooses them when it starts its scripts.
 */
export const CHOOSE_WORDS =
  '<script nonce="__CSP_NONCE__">for (const link of document.querySelectorAll("link[data-words=" + document.documentElement.lang + "]")) { link.href = link.dataset.file; link.rel = "modulepreload" }</script>'

type Options = {
  manifest: Manifest
  template: string
  at: string
  routeIds: string[]
  /** Of a page that may be both, yes: he waits for more. */
  isMember: boolean
}

/**
 * Names in a page's head what its script will ask for, so that a slow network fetches it all at once: otherwise each file
 * would be known only when the one before it has come and run.
 */
export function announceFiles({ manifest, template, at, routeIds, isMember }: Options): string[] {
  const chunks = listChunks(manifest, [...FRAME, ...(OPEN_AT_FIRST[at] ?? [])], routeIds)
  const words = LANGUAGES.flatMap((language) =>
    messageGroupsOf(at, isMember).map((group) => {
      const { file } = manifest[`src/i18n/groups/${language}/${group}.ts`] ?? {}
      return `<link data-words="${language}" crossorigin nonce="__CSP_NONCE__" data-file="/${file}">`
    }),
  )
  return [...words, ...linkFiles(chunks, template)]
}
