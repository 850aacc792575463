import type { TaxCertificate } from '@chuma/contract/books/tax'
import { formatKes } from '@chuma/contract/format-money'
import { Title } from '@mantine/core'
import { formatBusinessDay, formatMonth } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Panel } from '../../ui/page/page.tsx'
import classes from './tax.module.css'

/** The certificate: everything that is printed. */
export function CertificatePaper({ certificate }: { certificate: TaxCertificate }) {
  const t = useT()
  const { number, span, payee, pin, residence, lines, baseKes, taxKes, verification } = certificate
  const facts = [
    [t('tax.number'), number],
    [t('word.period'), span.length === 4 ? span : formatMonth(span)],
    [t('tax.payee'), payee],
    [t('tax.pin'), pin ?? t('tax.noPin')],
    [t('tax.residence'), t(`taxResidence.${residence}`)],
  ]
  return (
    <Panel aria-labelledby="certificate">
      <Title order={2} id="certificate">
        {t('tax.certificate')}
      </Title>
      <p className={blocks.quiet}>{t('tax.certificateText')}</p>
      <Facts facts={facts} />
      <ul className={blocks.list} aria-label={t('tax.payments')}>
        {lines.map((line) => (
          <li key={`${line.withdrawalId}${line.taxKes}`} className={classes.row}>
            <span>{formatBusinessDay(line.day)}</span>
            <span className={blocks.quiet}>
              {t('tax.line', {
                base: formatKes(line.baseKes),
                percent: line.percent,
                tax: formatKes(line.taxKes),
              })}
            </span>
          </li>
        ))}
      </ul>
      <div className={classes.total}>
        <Facts
          facts={[
            [t('tax.gross'), formatKes(baseKes)],
            [t('word.taxWithheld'), formatKes(taxKes)],
            [t('tax.verification'), verification],
          ]}
        />
      </div>
    </Panel>
  )
}

function Facts({ facts }: { facts: readonly (readonly string[])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
