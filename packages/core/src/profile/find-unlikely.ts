import { PREFER_NOT } from '@chuma/contract/profile/attribute'
import type { AttributeKey } from '@chuma/contract/profile/profile-attributes'

/** Attributes that do not change. Their changes are flagged for quality and never refused: people correct mistakes too. */
const LASTING: readonly AttributeKey[] = ['birth_year', 'sex']

export const isLasting = (attribute: AttributeKey): boolean => LASTING.includes(attribute)

/** Whether a lasting answer differs from the one before in a way that is hardly a correction. */
export function isUnlikely(
  attribute: AttributeKey,
  before: readonly string[],
  after: readonly string[],
): boolean {
  const [from = PREFER_NOT] = before
  const [to = PREFER_NOT] = after
  if (!isLasting(attribute) || from === PREFER_NOT || to === PREFER_NOT) return false
  // People who know their age, but not their birthday, are off by one.
  return attribute === 'birth_year' ? Math.abs(Number(from) - Number(to)) > 1 : from !== to
}
