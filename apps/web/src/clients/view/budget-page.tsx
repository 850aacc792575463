import { useQuery } from '@tanstack/react-query'
import { useT } from '../../i18n/use-t.ts'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { clientApi } from '../client-api.ts'
import { StatementTable } from '../statement-table.tsx'
import { ClientPage } from './client-page.tsx'

/** What an organisation prepaid and used. */
export function BudgetPage() {
  const t = useT()
  return <ClientPage title={t('client.budget')}>{() => <Statement />}</ClientPage>
}

function Statement() {
  const query = useQuery({
    queryKey: ['statement'],
    queryFn: () => clientApi.clients.getStatement.query({}),
  })
  return (
    <QueryView query={query} skeleton={<Skeletons count={3} height={120} />}>
      {(statement) => <StatementTable statement={statement} />}
    </QueryView>
  )
}
