import { AdminFrame } from '../../admin/frame/admin-frame.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { CertificateSection } from './certificate-section.tsx'
import { ClassesSection } from './classes-section.tsx'
import { PeriodsSection } from './periods-section.tsx'

/** Withholding tax: rates, months with their files and payments, and certificates. */
export function StaffTaxPage() {
  const t = useT()
  return (
    <AdminFrame title={t('staffTax.title')} needs="ledger:verify">
      {({ permissions }) => (
        <>
          <Report mayDecide={permissions.includes('economy:manage')} />
          <CertificateSection />
        </>
      )}
    </AdminFrame>
  )
}

function Report({ mayDecide }: { mayDecide: boolean }) {
  const query = trpc.admin.getTaxReport.useQuery()
  return (
    <QueryView query={query} skeleton={<Skeletons count={3} height={120} />}>
      {({ classes, periods }) => (
        <>
          <PeriodsSection periods={periods} />
          <ClassesSection classes={classes} mayDecide={mayDecide} />
        </>
      )}
    </QueryView>
  )
}
