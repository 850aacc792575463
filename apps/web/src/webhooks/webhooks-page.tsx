import { type IssuedWebhook, WEBHOOK_EVENTS, type Webhook } from '@chuma/contract/webhooks/webhooks'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle, IconBan, IconCheck, IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDateTime, formatDay } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { codeOf, trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import blocks from '../ui/blocks.module.css'
import { FormDialog, useAsked } from '../ui/dialogs/dialog.tsx'
import { ShownOnce } from '../ui/dialogs/shown-once.tsx'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { AdminFrame } from '../ui/frame/admin-frame.tsx'
import { actorName } from '../ui/frame/staff-member.tsx'
import { BackLink } from '../ui/page/back-link.tsx'
import { Section } from '../ui/page/section.tsx'
import classes from '../ui/states/list.module.css'
import { EmptyState, Notice, QueryView, Skeletons } from '../ui/states/states.tsx'
import { DeliveriesSection, WebhookActions } from './deliveries-section.tsx'
import own from './webhooks.module.css'
import webhookDialogClasses from './webhooks.module.css'

/** The webhook endpoints and their deliveries. */
export function WebhooksPage() {
  const t = useT()
  return (
    <AdminFrame title={t('webhooks.title')}>
      {({ permissions }) => {
        const mayManage = permissions.includes('system:manage')
        return (
          <>
            <WebhooksSection mayManage={mayManage} />
            <DeliveriesSection mayManage={mayManage} />
          </>
        )
      }}
    </AdminFrame>
  )
}

/** The endpoints with their actions. */
function WebhooksSection({ mayManage }: { mayManage: boolean }) {
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

const LOOKS = {
  on: { tone: 'good', Icon: IconCheck },
  failing: { tone: 'wait', Icon: IconAlertTriangle },
  off: { tone: 'quiet', Icon: IconBan },
  givenUp: { tone: 'bad', Icon: IconBan },
} as const

function findState({ isActive, disabledReason, failingSince }: Webhook): keyof typeof LOOKS {
  if (!isActive) return disabledReason ? 'givenUp' : 'off'
  return failingSince ? 'failing' : 'on'
}

/** One endpoint: its events and its health. */
function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const t = useT()
  const { name, url, events, disabledReason, failingSince, formerSecretUntil, createdBy, createdAt } = webhook
  const state = findState(webhook)
  return (
    <>
      <div className={classes.head}>
        <strong>{name}</strong>
        <StatusBadge {...LOOKS[state]}>{t(`webhookState.${state}`)}</StatusBadge>
      </div>
      <p className={own.url}>{url}</p>
      <p className={blocks.quiet}>{events.map((event) => t(`webhookEvent.${event}`)).join(' · ')}</p>
      {disabledReason && <p className={classes.words}>{t('webhooks.givenUp', { reason: disabledReason })}</p>}
      {state === 'failing' && failingSince && (
        <p className={classes.words}>{t('webhooks.failingSince', { time: formatDateTime(failingSince) })}</p>
      )}
      {webhook.isSecretLost && <p className={classes.words}>{t('webhooks.lost')}</p>}
      {formerSecretUntil && new Date(formerSecretUntil) > new Date() && (
        <p className={blocks.quiet}>
          {t('webhooks.twoSecrets', { time: formatDateTime(formerSecretUntil) })}
        </p>
      )}
      <p className={blocks.quiet}>
        {t('webhooks.made', { name: actorName(t, createdBy), day: formatDay(createdAt) })}
      </p>
    </>
  )
}

type Props = {
  /** Null: a new endpoint. */
  webhook: Webhook | null
  opened: boolean
  onIssued: (issued: IssuedWebhook) => void
  onClose: () => void
}

function WebhookDialog({ webhook, opened, onIssued, onClose }: Props) {
  const t = useT()
  const { form, save, isPending, theirs } = useSaveWebhook(webhook, { onIssued, onClose })
  const choice = { radius: 'xs', classNames: { body: webhookDialogClasses.choice ?? '' } } as const
  return (
    <FormDialog
      title={webhook ? t('webhooks.editTitle', { name: webhook.name }) : t('webhooks.add')}
      opened={opened}
      onClose={onClose}
      action={t('webhooks.save')}
      isPending={isPending}
      form={form}
      onSend={save}
    >
      {theirs && (
        <Notice title={t('desk.changedTitle')}>
          {t('webhooks.meanwhile', { url: theirs.url, reason: theirs.disabledReason ?? '' })}
        </Notice>
      )}
      <TextInput
        label={t('webhooks.name')}
        maxLength={80}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('webhooks.url')}
        description={t('webhooks.urlHint')}
        type="url"
        inputMode="url"
        maxLength={2048}
        autoComplete="off"
        {...form.getInputProps('url')}
      />
      <Checkbox.Group label={t('webhooks.events')} {...form.getInputProps('events')}>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox key={event} value={event} label={t(`webhookEvent.${event}`)} {...choice} />
        ))}
      </Checkbox.Group>
      {webhook && (
        <Checkbox
          label={t('webhooks.isActive')}
          {...choice}
          {...form.getInputProps('isActive', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}

type Done = { onIssued: (issued: IssuedWebhook) => void; onClose: () => void }

/** Save an endpoint. `theirs` is someone else's newer version; saving again overwrites it. */
function useSaveWebhook(webhook: Webhook | null, { onIssued, onClose }: Done) {
  const t = useT()
  const utils = trpc.useUtils()
  const [theirs, setTheirs] = useState<Webhook | null>(null)
  const required = (text: string) => (text.trim() ? null : t('staff.required'))
  const { name = '', url = '', events = [...WEBHOOK_EVENTS], isActive = true } = webhook ?? {}
  const form = useForm({
    initialValues: { name, url, events, isActive },
    validate: {
      name: required,
      url: required,
      events: (chosen) => (chosen.length > 0 ? null : t('webhooks.choose')),
    },
  })
  const handlers = {
    onAccepted: () => {
      form.reset()
      onClose()
    },
    refresh: [utils.webhooks],
    form,
    onFailed: async (error: unknown) => {
      if (codeOf(error) !== 'WEBHOOK_STATE') return false
      await utils.webhooks.listWebhooks.invalidate()
      const newest = await utils.webhooks.listWebhooks.fetch()
      setTheirs(newest.find(({ id }) => id === webhook?.id) ?? null)
      return true
    },
  }
  const create = useAction(trpc.webhooks.createWebhook, { ...handlers, onDone: onIssued })
  const update = useAction(trpc.webhooks.updateWebhook, {
    ...handlers,
    done: ({ name }) => ({ title: t('webhooks.saved'), message: name }),
  })
  const save = ({ isActive: isOn, ...settings }: typeof form.values) => {
    if (!webhook) return create.run(settings)
    update.run({ ...settings, isActive: isOn, id: webhook.id, version: (theirs ?? webhook).version })
  }
  return { form, save, isPending: create.isPending || update.isPending, theirs }
}
