import { AdminFrame } from '../../admin/frame/admin-frame.tsx'
import { useMay } from '../../admin/frame/use-staff-member.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { BatchList } from './batch-list.tsx'
import { NewBatchSection } from './new-batch-section.tsx'
import { ResultSection } from './result-section.tsx'

/** Bank payments by file: collect them, give the bank its file, and import what it says. */
export function BatchesPage() {
  const t = useT()
  return (
    <AdminFrame title={t('batches.title')} needs="payouts:read">
      {() => <Batches />}
    </AdminFrame>
  )
}

function Batches() {
  const query = trpc.admin.listBankBatches.useQuery()
  const mayManage = useMay('payouts:manage')
  return (
    <QueryView query={query} skeleton={<Skeletons count={3} height={160} />}>
      {(data) => (
        <>
          {mayManage && <NewBatchSection data={data} />}
          <BatchList batches={data.batches} />
          {mayManage && data.batches.length > 0 && <ResultSection batches={data.batches} />}
        </>
      )}
    </QueryView>
  )
}
