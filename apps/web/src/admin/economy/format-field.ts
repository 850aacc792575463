import { economy } from '@chuma/contract/admin/economy/economy'
import { formatBusinessDay } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'

const number = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 2 })
const { adPoints: range, spinTable: wheel, withholdingTax: taxes } = economy.shape

/** A field's value in one line of words. What an old version held may have another shape: it is shown as it is. */
export function formatField(t: Translate, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'economy.yes' : 'economy.no')
  if (typeof value === 'number') return number.format(value)
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.length === 0) return t('economy.nothing')
  const bounds = range.safeParse(value).data
  if (bounds) return t('economy.range', { min: number.format(bounds.min), max: number.format(bounds.max) })
  const rows = wheel.safeParse(value).data
  if (rows) return rows.map((row) => t('economy.wheelRow', row)).join('; ')
  const days = taxes.safeParse(value).data
  if (!days) return JSON.stringify(value)
  return days
    .map(({ from, percent }) => t('economy.taxRow', { percent, day: formatBusinessDay(from) }))
    .join('; ')
}
