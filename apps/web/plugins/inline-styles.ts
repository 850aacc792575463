import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g

/**
 * Puts a page's style sheets into the page: on a slow network each file that the first paint waits for is a journey of its own,
 * and a browser makes six at a time. The links stay, switched off, so that the script does not fetch what is there;
 * `media` tells the part of a browser that reads ahead, which does not look for `disabled`.
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
