import type { Statement } from '@chuma/contract/wallet/statements'
import { Button, NativeSelect } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { formatMonth } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { DownloadButton } from '../../ui/actions/download-button.tsx'
import { listMonths } from './statement-choice.ts'
import classes from './statements-page.module.css'

type Props = { statement: Pick<Statement, 'month' | 'firstMonth' | 'currentMonth'> }

export function StatementTools({ statement: { month, firstMonth, currentMonth } }: Props) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <div className={classes.tools}>
      <NativeSelect
        className={classes.month ?? ''}
        label={t('statements.month')}
        data={listMonths(firstMonth, currentMonth).map((value) => ({ value, label: formatMonth(value) }))}
        value={month}
        onChange={(event) =>
          void navigate({
            to: '/statements',
            search: { month: event.currentTarget.value },
            resetScroll: false,
          })
        }
      />
      <div className={classes.actions}>
        <DownloadButton from={`/api/statements/${month}.csv`} fileName={t('statements.fileName', { month })}>
          {t('statements.download')}
        </DownloadButton>
        <Button
          variant="default"
          leftSection={<IconPrinter aria-hidden size={20} />}
          onClick={() => window.print()}
        >
          {t('statements.print')}
        </Button>
      </div>
    </div>
  )
}
