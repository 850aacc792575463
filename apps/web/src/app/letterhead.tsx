import type { ReactNode } from 'react'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { brandName } from '../site/brand.ts'
import { useIsPrinting } from '../ui/page/use-is-printing.ts'
import classes from './letterhead.module.css'

/** The top of a printed page: the member's name and the date. On screen the header shows these. */
export function Letterhead({ children }: { children?: ReactNode }) {
  const t = useT()
  if (!useIsPrinting()) return null
  return (
    <div className={classes.head}>
      <span className={classes.brand}>
        <img src="/favicon.svg" alt="" width={28} height={28} />
        {brandName}
      </span>
      <span className={classes.whose}>
        {children}
        <br />
        {t('state.printed', { time: formatDateTime(new Date()) })}
      </span>
    </div>
  )
}
