import type { OwnTax } from '@chuma/contract/books/tax'
import { formatKes } from '@chuma/contract/format-money'
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatMonth } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { CertificatePaper } from './certificate-paper.tsx'
import classes from './tax.module.css'
import { TaxDetails } from './tax-details.tsx'

/** A member's own tax: what they declare, today's rates, and their certificates. */
export function TaxPage({ span }: { span: string | undefined }) {
  const t = useT()
  const query = trpc.wallet.getTax.useQuery()
  return (
    <div className={classes.printed}>
      <Page
        title={t('tax.title')}
        lead={t('tax.lead')}
        aside={<BackLink to="/withdraw">{t('tax.back')}</BackLink>}
      >
        <div className={blocks.sections}>
          {span && <OwnCertificate span={span} />}
          <QueryView query={query} skeleton={<Skeletons count={3} height={120} />}>
            {(tax) => (
              <div className={classes.tools}>
                <CertificatesSection tax={tax} />
                <RatesSection tax={tax} />
                <TaxDetails tax={tax} />
              </div>
            )}
          </QueryView>
        </div>
      </Page>
    </div>
  )
}

function OwnCertificate({ span }: { span: string }) {
  const t = useT()
  const query = trpc.wallet.getTaxCertificate.useQuery({ span }, { retry: false })
  return (
    <>
      <div className={classes.tools}>
        <Button
          variant="default"
          leftSection={<IconPrinter aria-hidden size={20} />}
          onClick={() => window.print()}
        >
          {t('tax.print')}
        </Button>
      </div>
      <QueryView query={query} skeleton={<Skeletons count={1} height={320} />}>
        {(certificate) => <CertificatePaper certificate={certificate} />}
      </QueryView>
    </>
  )
}

function CertificatesSection({ tax: { months } }: { tax: OwnTax }) {
  const t = useT()
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))]
  return (
    <Section title={t('tax.certificates')} text={t('tax.certificatesText')}>
      {months.length === 0 && <p className={blocks.flush}>{t('tax.noCertificates')}</p>}
      <ul className={blocks.list} aria-label={t('tax.certificates')}>
        {years.map((year) => (
          <li key={year} className={classes.row}>
            <Link to="/tax" search={{ span: year }} className={blocks.link}>
              {t('tax.ofYear', { year })}
            </Link>
          </li>
        ))}
        {months.map(({ month, baseKes, taxKes }) => (
          <li key={month} className={classes.row}>
            <Link to="/tax" search={{ span: month }} className={blocks.link}>
              {formatMonth(month)}
            </Link>
            <span className={blocks.quiet}>
              {t('tax.monthLine', { tax: formatKes(taxKes), base: formatKes(baseKes) })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function RatesSection({ tax: { rates } }: { tax: OwnTax }) {
  const t = useT()
  return (
    <Section title={t('tax.rates')} text={t('tax.ratesText')}>
      <dl className={classes.facts}>
        {rates.map(({ earnings, percent }) => (
          <div key={earnings} className={classes.fact}>
            <dt>{t(`taxEarnings.${earnings}`)}</dt>
            <dd>{t('tax.percent', { percent })}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
