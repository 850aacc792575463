import { Stack } from '@mantine/core'
import { useT } from '../../../i18n/use-t.ts'
import { trpc } from '../../../trpc.ts'
import { Page } from '../../../ui/page.tsx'
import { Skeletons } from '../../../ui/skeletons.tsx'
import { AdminLogout } from './admin-logout.tsx'
import { AdminStatsPanel } from './admin-stats-panel.tsx'
import { LedgerCheck } from './ledger-check.tsx'
import { useStaffDoor } from './use-staff-door.ts'
import { WithdrawalsSection } from './withdrawals-section.tsx'

export function AdminPage() {
  const t = useT()
  const isOpen = useStaffDoor()
  const { data: staff } = trpc.admin.getStaffMember.useQuery(undefined, { enabled: isOpen })
  const lead = staff && t('admin.signedInAs', { name: staff.username, role: staff.role })
  return (
    <Page title={t('admin.title')} lead={lead} aside={<AdminLogout />}>
      {isOpen ? (
        <Stack gap="lg">
          <AdminStatsPanel />
          <WithdrawalsSection />
          <LedgerCheck />
        </Stack>
      ) : (
        <Skeletons count={3} height={120} />
      )}
    </Page>
  )
}
