import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g

/**
 * Inline a page's style sheets: on a slow network each file that blocks the first paint costs a round trip. The links
 * stay, disabled, so that the script does not fetch the sheets again; `media` stops the preload scanner, which ignores
 * `disabled`.
 */
export async function inlineStyles(html: string, outDir: string): Promise<string> {
  const files = [...html.matchAll(LINK)].map(([, file]) => file ?? '')
  const sheets = new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(outDir, file), 'utf8')] as const)),
  )
  return html.replaceAll(
    LINK,
    (_link, file: string) =>
      `<style nonce="__CSP_NONCE__">${sheets.get(file)}</style><link disabled media="not all" rel="stylesheet" href="/${file}">`,
  )
}
