import type { CreatedApiKey } from '@chuma/contract/admin/api-keys'
import type { IssuedPassword } from '@chuma/contract/admin/staff'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { ShownOnce } from '../../ui/dialogs/shown-once.tsx'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { AdminFrame } from '../frame/admin-frame.tsx'
import classes from '../list.module.css'
import { CreateKeyForm } from './create-key-form.tsx'
import { CreateStaffForm } from './create-staff-form.tsx'
import { KeyList } from './key-list.tsx'
import { StaffRow } from './staff-row.tsx'

/** Staff accounts and API keys. Owners only. */
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

function KeysSection() {
  const t = useT()
  const keys = trpc.admin.listApiKeys.useQuery()
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  return (
    <Section title={t('keys.title')} text={t('keys.text')}>
      {created && (
        <ShownOnce
          key={created.id}
          title={t('keys.created', { name: created.name })}
          secret={created.token}
          onDone={() => setCreated(null)}
        />
      )}
      <QueryView query={keys} skeleton={<Skeletons count={2} height={110} />}>
        {(rows) =>
          rows.length > 0 ? (
            <KeyList keys={rows} />
          ) : (
            <div className={classes.add}>
              <EmptyState icon={<IconKey />} title={t('keys.emptyTitle')} text={t('keys.emptyText')} />
            </div>
          )
        }
      </QueryView>
      <CreateKeyForm onCreated={setCreated} />
    </Section>
  )
}

function StaffSection({ ownId }: { ownId: string }) {
  const t = useT()
  const accounts = trpc.admin.listStaff.useQuery()
  const people = trpc.admin.listPeople.useQuery().data ?? []
  const [issued, setIssued] = useState<IssuedPassword | null>(null)
  return (
    <Section title={t('staffList.title')} text={t('staffList.text')}>
      {issued && (
        <ShownOnce
          key={issued.password}
          title={t('staffList.issued', { name: issued.admin.username })}
          text={t('staffList.issuedText', { day: formatDay(issued.passwordExpiresAt) })}
          secret={issued.password}
          onDone={() => setIssued(null)}
        />
      )}
      <QueryView query={accounts} skeleton={<Skeletons count={2} height={110} />}>
        {(rows) => (
          <ul className={blocks.list} aria-label={t('staffList.title')}>
            {rows.map((row) => (
              <StaffRow
                key={row.id}
                account={row}
                people={people}
                isOwn={row.id === ownId}
                onIssued={setIssued}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <CreateStaffForm people={people} onIssued={setIssued} />
    </Section>
  )
}
