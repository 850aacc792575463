/**
 * Style attributes have no nonce, so the content policy would refuse them; their rules go into a style element that has one.
 * The script sets what changes later on the elements themselves, which it may.
 */
export function moveStyles(markup: string): { body: string; styles: string } {
  const names = new Map<string, string>()
  // A quotation mark in a text is written as an entity, so this finds attributes only.
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
