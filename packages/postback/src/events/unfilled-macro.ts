const macro = /^(\{[\w:.-]+\}|\[\[[\w:.-]+\]\]|\[%[\w:.-]+%\]|\[[A-Za-z_]\w*\])$/

/**
 * A macro the partner does not know goes out as it was typed. As a value, `{transaction_id}` would be one transaction
 * for all.
 */
export function isUnfilledMacro(text: string): boolean {
  return macro.test(text)
}
