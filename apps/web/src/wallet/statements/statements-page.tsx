import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { StatementPaper } from './statement-paper.tsx'
import { StatementTools } from './statement-tools.tsx'
import classes from './statements-page.module.css'

/** A member's month on one sheet, on screen and on paper. */
export function StatementsPage({ month }: { month: string | undefined }) {
  const t = useT()
  // More may have come since the page was last looked at.
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
