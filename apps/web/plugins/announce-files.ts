import type { Manifest } from 'vite'
import { messageGroupsOf } from '../src/i18n/message-groups-of.ts'
import { linkFiles } from './link-files.ts'
import { listChunks } from './list-chunks.ts'

const LANGUAGES = ['en', 'sw']

/** What a page always loads lazily: its frame, the toast area, and the default tab. */
const FRAME = ['src/app/app-layout.tsx', 'src/app/toasts.tsx']
const OPEN_AT_FIRST: Record<string, readonly string[]> = {
  '/dashboard': ['src/surveys/browse/surveys-tab.tsx'],
}

/**
 * Preload the messages of one language only: the one that the script in index.html found. A prerendered page does this
 * when it starts its scripts.
 */
export const CHOOSE_WORDS =
  '<script nonce="__CSP_NONCE__">for (const link of document.querySelectorAll("link[data-words=" + document.documentElement.lang + "]")) { link.href = link.dataset.file; link.rel = "modulepreload" }</script>'

type Options = {
  manifest: Manifest
  template: string
  at: string
  routeIds: string[]
  /** If a page can be either, count it as a member's: members wait for more files. */
  isMember: boolean
}

/**
 * Preload the files that a page's script will import, so that a slow network fetches them in parallel instead of one
 * import level at a time.
 */
export function announceFiles({ manifest, template, at, routeIds, isMember }: Options): string[] {
  const chunks = listChunks(manifest, [...FRAME, ...(OPEN_AT_FIRST[at] ?? [])], routeIds)
  const words = LANGUAGES.flatMap((language) =>
    messageGroupsOf(at, isMember).map((group) => {
      const place = `${language}/${group}.ts`
      const chunk = manifest[`src/i18n/groups/${place}`] ?? manifest[`src/i18n/messages/${place}`]
      if (!chunk) throw new Error(`The messages ${place} are in no chunk`)
      return `<link data-words="${language}" crossorigin nonce="__CSP_NONCE__" data-file="/${chunk.file}">`
    }),
  )
  return [...words, ...linkFiles(chunks, template)]
}
