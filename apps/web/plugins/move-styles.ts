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
