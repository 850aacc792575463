import type { Translate } from '../i18n/i18n.ts'

/** Who did something, as other staff know him: `staff:amina` is Amina, and a key or a token belongs to some admin. */
export function actorName(t: Translate, actor: string): string {
  if (actor === 'system') return t('risk.theSystem')
  return actor.startsWith('staff:') ? actor.slice('staff:'.length) : t('risk.anAdmin')
}
