import type { CreatedApiKey } from '@chuma/contract/admin/api-keys'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { ShownOnce } from '../../ui/dialogs/shown-once.tsx'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { CreateKeyForm } from './create-key-form.tsx'
import { KeyList } from './key-list.tsx'
import classes from './list.module.css'

export function KeysSection() {
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
