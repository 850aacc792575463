import type { Statement } from '@chuma/contract/wallet/statements'
import { Button, NativeSelect } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { formatMonth } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { DownloadButton } from '../../ui/actions/download-button.tsx'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { listMonths } from './statement-choice.ts'
import { StatementPaper } from './statement-paper.tsx'
import classes from './statements-page.module.css'

/** A member's monthly statement, on screen and on paper. */
export function StatementsPage({ month }: { month: string | undefined }) {
  const t = useT()
  // Refetch, because postings may have been added since.
  const query = trpc.wallet.getStatement.useQuery(month ? { month } : {}, { staleTime: 0 })
  return (
    <div className={classes.printed}>
      <Page
        title={t('statements.title')}
        lead={t('statements.lead')}
        aside={<BackLink to="/activity">{t('statements.back')}</BackLink>}
      >
        <QueryView query={query} skeleton={<Skeletons count={3} height={160} />}>
          {(statement) => (
            <>
              <StatementTools statement={statement} />
              <StatementPaper statement={statement} />
            </>
          )}
        </QueryView>
      </Page>
    </div>
  )
}

type Props = { statement: Pick<Statement, 'month' | 'firstMonth' | 'currentMonth'> }

function StatementTools({ statement: { month, firstMonth, currentMonth } }: Props) {
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
