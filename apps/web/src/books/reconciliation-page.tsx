import { formatKes } from '@chuma/contract/format-money'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { AdminFrame } from '../admin/frame/admin-frame.tsx'
import { formatMonth } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { Section } from '../ui/page/section.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { DaysSection } from './days-section.tsx'
import { DifferencesSection } from './differences-section.tsx'
import { LedgerCheck } from './ledger-check.tsx'
import classes from './reconciliation.module.css'

/** Whether the ledger, the withdrawals and the provider's statements agree. */
export function ReconciliationPage({ day }: { day: string | undefined }) {
  const t = useT()
  return (
    <AdminFrame title={t('books.title')} needs="ledger:verify">
      {() => (
        <>
          <Link to="/admin/statements" className={blocks.link}>
            {t('statementDesk.link')}
          </Link>
          <DaysSection chosen={day} />
          <DifferencesSection key={day} day={day} />
          <TaxSection />
          <LedgerCheck />
        </>
      )}
    </AdminFrame>
  )
}

/** The tax owed to the revenue authority, by month. */
function TaxSection() {
  const t = useT()
  const months = trpc.admin.listTaxMonths.useQuery()
  return (
    <Section title={t('books.taxMonths')} text={t('books.taxMonthsText')}>
      <QueryView query={months} skeleton={<Skeletons count={1} height={60} />}>
        {(rows) =>
          rows.length > 0 ? (
            <ul className={blocks.list} aria-label={t('books.taxMonths')}>
              {rows.map(({ month, count, baseKes, taxKes }) => (
                <li key={month} className={classes.row}>
                  <div className={classes.head}>
                    <span>{formatMonth(month)}</span>
                    <strong>{formatKes(taxKes)}</strong>
                  </div>
                  <p className={blocks.quiet}>{t('books.taxMonth', { count, base: formatKes(baseKes) })}</p>
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
