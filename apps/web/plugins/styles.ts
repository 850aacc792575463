import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

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

type Rule = { selector: string; declarations: string[] }
type Group = { head: string; nodes: Node[] }
type Node = string | Rule | Group

/** At-rules whose blocks hold rules. Any other block, such as key frames, is kept as it is. */
const HOLDS_RULES = /^@(media|supports|layer|container)\b/
const VARIABLE = /^\s*(--[\w-]+)\s*:/
const USED_VARIABLE = /var\(\s*(--[\w-]+)/g

/**
 * Leave out of style sheets what no element of a page can use: rules for classes that the page does not have, and
 * variables that nothing reads. Only for pages whose markup is final. Returns the sheets in their order.
 */
export function dropUnusedStyles(sheets: readonly string[], html: string): string[] {
  const classes = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  )
  const trees = sheets.map((sheet) => keepUsed(parse(sheet), classes))
  // A variable may be read by another one only, which nothing reads.
  for (;;) {
    const before = trees.map(write).join('')
    const used = new Set([...`${before}${html}`.matchAll(USED_VARIABLE)].map(([, name]) => name))
    for (const tree of trees) dropVariables(tree, used)
    if (trees.map(write).join('') === before) return trees.map(write)
  }
}

function keepUsed(nodes: readonly Node[], classes: ReadonlySet<string>): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (typeof node === 'string') return [node]
    if ('nodes' in node) {
      const inside = keepUsed(node.nodes, classes)
      return inside.length > 0 ? [{ ...node, nodes: inside }] : []
    }
    return mayMatch(node.selector, classes) ? [node] : []
  })
}

/** Whether one of a selector's alternatives asks only for classes that the page has. */
function mayMatch(selector: string, classes: ReadonlySet<string>): boolean {
  // What stands in brackets may be an exception or a choice, so it decides nothing.
  let plain = selector
  while (/\([^()]*\)/.test(plain)) plain = plain.replaceAll(/\([^()]*\)/g, '')
  return plain
    .replaceAll(/\[[^\]]*\]/g, '')
    .split(',')
    .some((part) => [...part.matchAll(/\.([\w-]+)/g)].every(([, name = '']) => classes.has(name)))
}

function dropVariables(nodes: readonly Node[], used: ReadonlySet<string | undefined>): void {
  for (const node of nodes) {
    if (typeof node === 'string') continue
    if ('nodes' in node) dropVariables(node.nodes, used)
    else
      node.declarations = node.declarations.filter((declaration) => {
        const [, name] = VARIABLE.exec(declaration) ?? []
        return name === undefined || used.has(name)
      })
  }
}

function write(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      if ('nodes' in node) return `${node.head}{${write(node.nodes)}}`
      return node.declarations.length > 0 ? `${node.selector}{${node.declarations.join(';')}}` : ''
    })
    .join('')
}

/** Parse a minified style sheet. */
function parse(css: string): Node[] {
  const nodes: Node[] = []
  let at = 0
  while (at < css.length) {
    const end = findEnd(css, at, '{;')
    const head = css.slice(at, end)
    if (css[end] !== '{') {
      if (head.trim()) nodes.push(`${head};`)
      at = end + 1
      continue
    }
    const close = findEnd(css, end + 1, '}')
    const body = css.slice(end + 1, close)
    if (HOLDS_RULES.test(head)) nodes.push({ head, nodes: parse(body) })
    else if (head.startsWith('@') || body.includes('{')) nodes.push(`${head}{${body}}`)
    else nodes.push({ selector: head, declarations: splitDeclarations(body) })
    at = close + 1
  }
  return nodes
}

function splitDeclarations(body: string): string[] {
  const found: string[] = []
  for (let at = 0; at < body.length; ) {
    const end = findEnd(body, at, ';')
    found.push(body.slice(at, end))
    at = end + 1
  }
  return found
}

/** Find the next of these characters outside of strings, brackets and blocks; the end if there is none. */
function findEnd(css: string, from: number, ends: string): number {
  let depth = 0
  let quote = ''
  for (let at = from; at < css.length; at++) {
    const character = css[at] ?? ''
    if (character === '\\') at++
    else if (quote) quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (depth === 0 && ends.includes(character)) return at
    else if ('({['.includes(character)) depth++
    else if (')}]'.includes(character)) depth--
  }
  return css.length
}
