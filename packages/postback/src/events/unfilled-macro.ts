const macro = /^(\{[\w:.-]+\}|\[\[[\w:.-]+\]\]|\[%[\w:.-]+%\]|\[[A-Za-z_]\w*\])$/

/** Partners send unknown macros unreplaced. As a value, `{transaction_id}` would be the same transaction for everyone. */
export function isUnfilledMacro(text: string): boolean {
  return macro.test(text)
}
