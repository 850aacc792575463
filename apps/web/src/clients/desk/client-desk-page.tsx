import { AdminFrame } from '../../admin/frame/admin-frame.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { BackLink } from '../../ui/page/back-link.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { StatementTable } from '../statement-table.tsx'
import { DisputesSection } from './disputes-section.tsx'
import { LinksSection } from './links-section.tsx'
import { MoneyForms } from './money-forms.tsx'
import { PeopleSection } from './people-section.tsx'
import { QuotesSection } from './quotes-section.tsx'
import { SurveysSection } from './surveys-section.tsx'

/** One client: people, links, surveys with their threads, quotes, disputes and budget. */
export function ClientDeskPage({ clientId }: { clientId: string }) {
  const t = useT()
  const query = trpc.admin.getClient.useQuery({ id: clientId })
  return (
    <AdminFrame title={query.data?.name ?? t('clients.title')} needs="clients:manage">
      {({ permissions }) => {
        const mayBook = permissions.includes('ledger:verify')
        return (
          <>
            <BackLink to="/admin/clients">{t('clients.back')}</BackLink>
            <QueryView query={query} skeleton={<Skeletons count={3} height={160} />}>
              {(client) => (
                <>
                  <PeopleSection client={client} />
                  <LinksSection client={client} />
                  <SurveysSection client={client} mayBook={mayBook} />
                  <QuotesSection client={client} mayBook={mayBook} />
                  <DisputesSection client={client} mayBook={mayBook} />
                </>
              )}
            </QueryView>
            <Budget clientId={clientId} />
            {mayBook && <MoneyForms clientId={clientId} />}
          </>
        )
      }}
    </AdminFrame>
  )
}

function Budget({ clientId }: { clientId: string }) {
  const query = trpc.admin.getClientStatement.useQuery({ clientId })
  return (
    <QueryView query={query} skeleton={<Skeletons count={3} height={120} />}>
      {(statement) => <StatementTable statement={statement} />}
    </QueryView>
  )
}
