import type { Translate } from '../../i18n/i18n.ts'

export type Look = {
  /** Prefixes gains with a plus; losses always have a minus. */
  signed?: boolean
}

/** Format points in words, with a real minus sign beside the digits: `−2 points`, in Swahili `pointi −2`. */
export function formatPoints(t: Translate, points: number, { signed = false }: Look = {}): string {
  const gain = signed && points > 0 ? '+' : ''
  const sign = points < 0 ? '−' : gain
  return t('amount.points', { points: Math.abs(points) }).replace(/\d/, `${sign}$&`)
}
