import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dropUnusedStyles } from './drop-unused-styles.ts'

const LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g

/**
 * Inline a page's style sheets: on a slow network each file that blocks the first paint costs a round trip. The links
 * stay, disabled, so that the script does not fetch the sheets again; `media` stops the preload scanner, which ignores
 * `disabled`. A page that does without the application gets only the styles that its markup uses; if the application
 * runs there after all, it enables the links first (`start-after-paint.ts`).
 */
export async function inlineStyles(html: string, outDir: string, isStatic: boolean): Promise<string> {
  const files = [...html.matchAll(LINK)].map(([, file]) => file ?? '')
  const sheets = await Promise.all(files.map((file) => readFile(join(outDir, file), 'utf8')))
  const shown = isStatic ? dropUnusedStyles(sheets, html) : sheets
  const styles = new Map(files.map((file, place) => [file, shown[place]]))
  const mark = isStatic ? ' data-whole' : ''
  return html.replaceAll(
    LINK,
    (_link, file: string) =>
      `<style nonce="__CSP_NONCE__">${styles.get(file)}</style><link disabled media="not all"${mark} rel="stylesheet" href="/${file}">`,
  )
}
