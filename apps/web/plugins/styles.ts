import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transform } from 'lightningcss'

const LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g

/**
 * Inline a page's style sheets: on a slow network each file that blocks the first paint costs a round trip. The links
 * stay, disabled, so that the script does not fetch the sheets again; `media` stops the preload scanner, which ignores
 * `disabled`. A page that does without the application gets only the styles that its markup uses; if the application
 * runs there after all, it enables the links first (`page-head.ts`).
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

/**
 * Move style attributes into a style element with a nonce. Attributes cannot have one, so the content security policy
 * blocks them. Scripts may still set styles on elements.
 */
export function moveStyles(markup: string): { body: string; styles: string } {
  const names = new Map<string, string>()
  // Quotation marks in text are written as entities, so this matches attributes only.
  const body = markup.replaceAll(/ style="([^"]*)"/g, (_attribute, rules: string) => {
    const name = names.get(rules) ?? String(names.size)
    names.set(rules, name)
    return ` data-style="${name}"`
  })
  const styles = [...names].map(([rules, name]) => `#root [data-style="${name}"]{${unescapeText(rules)}}`)
  return { body, styles: styles.join('') }
}

function unescapeText(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/**
 * Leave out of style sheets what no element of a page can use: rules for classes that the page does not have, and
 * variables that nothing reads. Only for pages whose markup is final. Returns the sheets in their order.
 */
export function dropUnusedStyles(sheets: readonly string[], html: string): readonly string[] {
  const classes = namesIn(html, / class="([^"]*)"/g).flatMap((names) => names.split(' '))
  // To Lightning CSS a name means both a class and key frames.
  const used = new Set([...classes, ...namesIn(sheets.join(''), /@keyframes ([\w-]+)/g)])
  let kept = sheets
  // A variable may be read by another one only, which nothing reads.
  for (;;) {
    const all = kept.join('')
    const read = new Set(namesIn(`${all}${html}`, /var\(\s*(--[\w-]+)/g))
    const unusedSymbols = [
      ...namesIn(all, /\.([\w-]+)/g).filter((name) => !used.has(name)),
      ...namesIn(all, /(--[\w-]+)\s*:/g).filter((name) => !read.has(name)),
    ]
    const options = { filename: 'page.css', minify: true, unusedSymbols }
    kept = kept.map((sheet) => transform({ ...options, code: Buffer.from(sheet) }).code.toString())
    if (kept.join('') === all) return kept
  }
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}
