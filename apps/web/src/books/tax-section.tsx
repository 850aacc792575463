import { formatKes } from '@chuma/contract/format-money'
import { Text } from '@mantine/core'
import { formatMonth } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { Section } from '../ui/page/section.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import classes from './reconciliation.module.css'

/** What is owed to the revenue authority, month by month. */
export function TaxSection() {
  const t = useT()
  const months = trpc.admin.listTaxMonths.useQuery()
  return (
    <Section title={t('books.taxMonths')} text={t('books.taxMonthsText')}>
      <QueryView query={months} skeleton={<Skeletons count={1} height={60} />}>
        {(rows) =>
          rows.length > 0 ? (
            <ul className={classes.list} aria-label={t('books.taxMonths')}>
              {rows.map(({ month, count, baseKes, taxKes }) => (
                <li key={month} className={classes.row}>
                  <div className={classes.head}>
                    <span>{formatMonth(month)}</span>
                    <strong>{formatKes(taxKes)}</strong>
                  </div>
                  <p className={classes.quiet}>{t('books.taxMonth', { count, base: formatKes(baseKes) })}</p>
                </li>
              ))}
            </ul>
          ) : (
            <Text>{t('books.noTax')}</Text>
          )
        }
      </QueryView>
    </Section>
  )
}
