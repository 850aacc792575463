import { nameTimeZone } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../blocks.module.css'

/** Says whose clock the times of a list follow. */
export function TimeZoneNote() {
  const t = useT()
  return <p className={blocks.quiet}>{t('times.zone', { zone: nameTimeZone() })}</p>
}
