import type { StatementRow } from '@chuma/contract/books/statements'
import { formatKesCents } from '@chuma/contract/format-money'
import { Link } from '@tanstack/react-router'
import sheet from '../../admin/figures.module.css'
import classes from '../../admin/list.module.css'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { nameAccount } from './name-account.ts'

export const amountOf = ({ amountCents }: StatementRow) =>
  amountCents === null ? '' : formatKesCents(amountCents)

/** What a row says, with its title and amount above. */
export function RowFacts({ row, title }: { row: StatementRow; title: string }) {
  const t = useT()
  const { account, at, receipt, linkedReceipt, numberEnd, details, column, problem, memberId, memberName } =
    row
  const facts = [
    receipt && t('statementDesk.receiptOf', { receipt }),
    linkedReceipt && t('statementDesk.linkedTo', { receipt: linkedReceipt }),
    numberEnd && t('statementDesk.numberEnd', { end: numberEnd }),
    details,
  ].filter((fact) => fact)
  return (
    <>
      <div className={classes.head}>
        <strong>{title}</strong>
        <span className={sheet.amount}>{amountOf(row)}</span>
      </div>
      <p className={blocks.quiet}>
        {t('statementDesk.rowText', {
          account: nameAccount(t, account),
          at: formatDateTime(at),
          line: row.row,
        })}
      </p>
      {facts.length > 0 && <p className={classes.text}>{facts.join(' · ')}</p>}
      {problem && (
        <p className={classes.text}>{t('statementDesk.unreadable', { column: column ?? '', problem })}</p>
      )}
      {memberId && memberName && (
        <Link to="/admin/members/$memberId" params={{ memberId }} className={blocks.link}>
          {t(row.kind ? 'statementDesk.of' : 'statementDesk.probably', { name: memberName })}
        </Link>
      )}
    </>
  )
}
