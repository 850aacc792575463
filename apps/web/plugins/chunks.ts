import type { Manifest } from 'vite'
import { messageGroupsOf } from '../src/i18n/message-groups-of.ts'

type Chunks = { scripts: string[]; styles: string[] }

/** List the chunks of these modules and of the components of these routes, with everything they import. */
export function listChunks(
  manifest: Manifest,
  modules: readonly string[],
  routeIds: readonly string[] = [],
): Chunks {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    chunk.imports?.forEach(visit)
  }
  for (const module of modules) {
    if (!manifest[module]) throw new Error(`${module} is not a chunk`)
    visit(module)
  }
  for (const key of Object.keys(manifest)) {
    if (routeIds.includes(routeIdOf(key) ?? '')) visit(key)
  }
  return { scripts: [...scripts], styles: [...styles] }
}

/** Turn `src/routes/_app/admin_/members.$memberId.tsx?tsr-split=…` into `/_app/admin_/members/$memberId`. */
function routeIdOf(key: string): string | undefined {
  const [, path] = /^src\/routes(\/.*)\.tsx\?tsr-split=.*component/.exec(key) ?? []
  return path?.replaceAll('.', '/').replace(/\/index$/, '/')
}

const NONCE = 'nonce="__CSP_NONCE__"'

/** Add links to a page's files to its head, except those the template already has. */
export function linkFiles({ styles, scripts }: Chunks, template: string): string[] {
  const isNew = (file: string) => !template.includes(`/${file}"`)
  return [
    ...styles.filter(isNew).map((file) => `<link rel="stylesheet" crossorigin ${NONCE} href="/${file}">`),
    ...scripts.filter(isNew).map((file) => `<link rel="modulepreload" crossorigin ${NONCE} href="/${file}">`),
  ]
}

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
