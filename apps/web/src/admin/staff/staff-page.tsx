import { useT } from '../../i18n/use-t.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { KeysSection } from './keys-section.tsx'
import { StaffSection } from './staff-section.tsx'

/** Who and what may work on the staff's side: for owners. */
export function StaffPage() {
  const t = useT()
  return (
    <AdminFrame title={t('staffList.pageTitle')} needs="staff:manage">
      {({ id, permissions }) => (
        <>
          <StaffSection ownId={id} />
          {permissions.includes('keys:manage') && <KeysSection />}
        </>
      )}
    </AdminFrame>
  )
}
