import { listEconomyChanges } from '@chuma/contract/admin/economy/list-economy-changes'
import { Button, Title } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Notice } from '../../ui/states/notice.tsx'
import { ChangeList } from './change-list.tsx'
import classes from './economy.module.css'
import type { Editing } from './use-draft.ts'

/** Shows what someone else changed first, and lets staff continue with what they typed. */
export function StaleNotice({ editing, onDone }: { editing: Editing; onDone: () => void }) {
  const t = useT()
  const { data: newest } = trpc.admin.getEconomy.useQuery(undefined, { staleTime: 0, gcTime: 0 })
  if (!newest) return null
  const changes = listEconomyChanges(editing.base.record, newest.record)
  return (
    <div role="alert" className={classes.stale}>
      <Notice
        title={t('economy.staleTitle')}
        action={
          <Button
            disabled={newest.version === editing.base.version}
            onClick={() => {
              editing.goOnFrom(newest)
              onDone()
            }}
          >
            {t('economy.staleAction')}
          </Button>
        }
      >
        {t('economy.stale')}
      </Notice>
      {changes.length > 0 && (
        <>
          <Title order={3} size="h4">
            {t('economy.staleNow')}
          </Title>
          <ChangeList label={t('economy.staleNow')} changes={changes} />
        </>
      )}
    </div>
  )
}
