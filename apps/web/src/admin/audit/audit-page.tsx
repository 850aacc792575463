import { useT } from '../../i18n/use-t.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { AuditList } from './audit-list.tsx'
import type { AuditSearch } from './audit-search.ts'
import { FilterForm } from './filter-form.tsx'

/** The audit log: who did what to whom, why and from where. */
export function AuditPage({ search }: { search: AuditSearch }) {
  const t = useT()
  return (
    <AdminFrame title={t('audit.title')} needs="audit:read">
      {() => (
        <>
          <FilterForm key={JSON.stringify(search)} search={search} />
          <AuditList search={search} />
        </>
      )}
    </AdminFrame>
  )
}
