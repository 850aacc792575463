import type { PartnerDebt } from '@chuma/contract/receivables/receivables'
import { Link } from '@tanstack/react-router'
import sheet from '../admin/figures.module.css'
import classes from '../admin/list.module.css'
import { useT } from '../i18n/use-t.ts'
import blocks from '../ui/blocks.module.css'
import { usd } from './usd.ts'

/** What one partner owes, by age. Figures of nothing are left out. */
export function PartnerDebtRow({ debt, isLinked = false }: { debt: PartnerDebt; isLinked?: boolean }) {
  const t = useT()
  const { partnerId, partnerName, ageing } = debt
  const figures = [
    { name: t('receivables.accrued'), cents: debt.accruedCents },
    { name: t('receivables.reversed'), cents: debt.reversedCents },
    { name: t('receivables.invoiced'), cents: debt.invoicedCents },
    { name: t('receivables.received'), cents: debt.receivedCents },
    { name: t('receivables.writtenOff'), cents: debt.writtenOffCents },
    { name: t('receivables.credit'), cents: debt.creditCents },
    { name: t('receivables.current'), cents: ageing.currentCents },
    { name: t('receivables.to30'), cents: ageing.to30Cents, isOver: true },
    { name: t('receivables.to60'), cents: ageing.to60Cents, isOver: true },
    { name: t('receivables.to90'), cents: ageing.to90Cents, isOver: true },
    { name: t('receivables.over90'), cents: ageing.over90Cents, isOver: true },
  ]
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        {isLinked ? (
          <Link to="/admin/receivables/$partnerId" params={{ partnerId }} className={blocks.link}>
            {partnerName}
          </Link>
        ) : (
          <strong>{t('receivables.outstanding')}</strong>
        )}
        <span className={sheet.amount}>{usd(debt.outstandingCents)}</span>
      </div>
      <dl className={sheet.figures}>
        {figures.map(
          ({ name, cents, isOver }) =>
            cents !== 0 && (
              <div key={name} data-over={isOver || undefined}>
                <dt>{name}</dt>
                <dd>{usd(cents)}</dd>
              </div>
            ),
        )}
      </dl>
    </li>
  )
}
