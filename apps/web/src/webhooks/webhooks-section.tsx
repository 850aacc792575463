import type { IssuedWebhook, Webhook } from '@chuma/contract/webhooks/webhooks'
import { Button } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import classes from '../admin/list.module.css'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { ShownOnce } from '../ui/dialogs/shown-once.tsx'
import { useAsked } from '../ui/dialogs/use-asked.ts'
import { BackLink } from '../ui/page/back-link.tsx'
import { Section } from '../ui/page/section.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookDetails } from './webhook-details.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

/** The endpoints with their actions. */
export function WebhooksSection({ mayManage }: { mayManage: boolean }) {
  const t = useT()
  const query = trpc.webhooks.listWebhooks.useQuery()
  const editing = useAsked<Webhook | 'new'>()
  const [issued, setIssued] = useState<IssuedWebhook | null>(null)
  return (
    <>
      <BackLink to="/admin/system">{t('webhooks.back')}</BackLink>
      <Section title={t('webhooks.addresses')} text={t('webhooks.text')}>
        {issued && (
          <ShownOnce
            key={issued.secret}
            title={t('webhooks.issued', { name: issued.name })}
            text={t('webhooks.issuedText')}
            secret={issued.secret}
            onDone={() => setIssued(null)}
          />
        )}
        {mayManage && <Button onClick={() => editing.ask('new')}>{t('webhooks.add')}</Button>}
        <QueryView query={query} skeleton={<Skeletons count={2} height={140} />}>
          {(rows) =>
            rows.length > 0 ? (
              <List rows={rows} {...{ mayManage, onIssued: setIssued, onEdit: editing.ask }} />
            ) : (
              <NoneYet />
            )
          }
        </QueryView>
      </Section>
      {editing.subject && (
        <WebhookDialog
          key={editing.subject === 'new' ? 'new' : `${editing.subject.id} ${editing.subject.version}`}
          webhook={editing.subject === 'new' ? null : editing.subject}
          opened={editing.isOpen}
          onIssued={setIssued}
          onClose={editing.close}
        />
      )}
    </>
  )
}

type ListProps = {
  rows: Webhook[]
  mayManage: boolean
  onIssued: (issued: IssuedWebhook) => void
  onEdit: (webhook: Webhook) => void
}

function List({ rows, mayManage, onIssued, onEdit }: ListProps) {
  const t = useT()
  return (
    <ul className={blocks.list} aria-label={t('webhooks.addresses')}>
      {rows.map((webhook) => (
        <li key={webhook.id} className={classes.row}>
          <WebhookDetails webhook={webhook} />
          {mayManage && (
            <WebhookActions webhook={webhook} onIssued={onIssued} onEdit={() => onEdit(webhook)} />
          )}
        </li>
      ))}
    </ul>
  )
}

function NoneYet() {
  const t = useT()
  return <EmptyState icon={<IconWebhook />} title={t('webhooks.none')} text={t('webhooks.noneText')} />
}
