import type { Translate } from '../i18n/i18n.ts'

/** Name an actor for other staff: `staff:amina` becomes Amina; keys and tokens are named after their admin. */
export function actorName(t: Translate, actor: string): string {
  if (actor === 'system') return t('risk.theSystem')
  return actor.startsWith('staff:') ? actor.slice('staff:'.length) : t('risk.anAdmin')
}
