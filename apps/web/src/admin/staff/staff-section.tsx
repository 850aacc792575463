import type { IssuedPassword } from '@chuma/contract/admin/staff'
import { useState } from 'react'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { ShownOnce } from '../../ui/dialogs/shown-once.tsx'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { CreateStaffForm } from './create-staff-form.tsx'
import classes from './list.module.css'
import { StaffRow } from './staff-row.tsx'

export function StaffSection({ ownId }: { ownId: string }) {
  const t = useT()
  const accounts = trpc.admin.listStaff.useQuery()
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
          <ul className={classes.list} aria-label={t('staffList.title')}>
            {rows.map((row) => (
              <StaffRow key={row.id} account={row} isOwn={row.id === ownId} onIssued={setIssued} />
            ))}
          </ul>
        )}
      </QueryView>
      <CreateStaffForm onIssued={setIssued} />
    </Section>
  )
}
