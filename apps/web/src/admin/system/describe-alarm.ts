import type { Alarm } from '@chuma/contract/admin/alarms'
import { formatKes } from '@chuma/contract/format-money'
import { formatBusinessDay, formatMonth } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'

/** What is wrong, in a sentence. Empty for an alarm of a version that kept no figures. */
export function describeAlarm(t: Translate, { cause, figures }: Pick<Alarm, 'cause' | 'figures'>): string {
  if (Object.keys(figures).length === 0) return ''
  const { count = 0, day, month, kes = 0, days = 0, hours = 0, floats = [] } = figures
  if (cause === 'night-missed' && !day) return t('alarmText.night-never')
  return t(`alarmText.${cause}`, {
    count,
    days,
    hours,
    day: day ? formatBusinessDay(day) : '',
    month: month ? formatMonth(month) : '',
    amount: formatKes(kes),
    floats: floats
      .map((float) =>
        t('alarmText.float', { name: float.provider, amount: formatKes(float.kes), hours: float.hours }),
      )
      .join(', '),
  })
}
