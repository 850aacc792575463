import {
  type IssuedWebhook,
  WEBHOOK_STATES,
  type Webhook,
  type WebhookDelivery,
} from '@chuma/contract/webhooks/webhooks'
import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { IconBan, IconCheck, IconClock, IconSend } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useState } from 'react'
import { isUnproven } from '../auth/session.ts'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import blocks from '../ui/blocks.module.css'
import { ConfirmDialog, Dialog, DialogButtons, useAsked } from '../ui/dialogs/dialog.tsx'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { Section } from '../ui/page/section.tsx'
import { type KeysetPage, keysetPages } from '../ui/states/keyset-pages.tsx'
import classes from '../ui/states/list.module.css'
import { MoreRows } from '../ui/states/staff-lists.tsx'
import { EmptyState, Skeletons } from '../ui/states/states.tsx'
import own from './webhooks.module.css'

type Filter = { state?: WebhookDelivery['state']; endpointId?: string }

const PAGE_SIZE = 20
/** While a delivery is in progress. */
const POLL_MS = 3000

function useDeliveries(filter: Filter) {
  const { client } = trpc.useUtils()
  return useInfiniteQuery({
    ...keysetPages({
      key: [...getQueryKey(trpc.webhooks.listDeliveries), filter],
      size: PAGE_SIZE,
      load: (page: KeysetPage<string>, signal) =>
        client.webhooks.listDeliveries.query({ ...filter, ...page }, { signal }),
      cursorOf: ({ id }) => id,
    }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((rows) => rows.some((row) => row.state === 'pending')) ? POLL_MS : false,
  })
}

/** The deliveries with their responses and next retries. */
export function DeliveriesSection({ mayManage }: { mayManage: boolean }) {
  const t = useT()
  const [filter, setFilter] = useState<Filter>({})
  const query = useDeliveries(filter)
  return (
    <Section title={t('webhooks.deliveries')} text={t('webhooks.deliveriesText')}>
      <Filters filter={filter} onChange={setFilter} />
      <MoreRows
        query={query}
        skeleton={<Skeletons count={3} height={96} />}
        empty={
          <EmptyState
            icon={<IconSend />}
            title={t('webhooks.noDeliveries')}
            text={t('webhooks.noDeliveriesText')}
          />
        }
        more={t('webhooks.more')}
      >
        {(rows) => (
          <ul className={blocks.list} aria-label={t('webhooks.deliveries')}>
            {rows.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} mayManage={mayManage} />
            ))}
          </ul>
        )}
      </MoreRows>
    </Section>
  )
}

type FilterProps = { filter: Filter; onChange: (filter: Filter) => void }

function Filters({ filter: { state, endpointId }, onChange }: FilterProps) {
  const t = useT()
  const webhooks = trpc.webhooks.listWebhooks.useQuery()
  const change = (chosen: { state: string; endpointId: string }) => {
    const known = WEBHOOK_STATES.find((name) => name === chosen.state)
    onChange({ ...(known && { state: known }), ...(chosen.endpointId && { endpointId: chosen.endpointId }) })
  }
  return (
    <div className={own.filters}>
      <NativeSelect
        label={t('webhooks.address')}
        value={endpointId ?? ''}
        onChange={({ currentTarget }) => change({ state: state ?? '', endpointId: currentTarget.value })}
        data={[
          { value: '', label: t('webhooks.all') },
          ...(webhooks.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <NativeSelect
        label={t('webhooks.state')}
        value={state ?? ''}
        onChange={({ currentTarget }) => change({ state: currentTarget.value, endpointId: endpointId ?? '' })}
        data={[
          { value: '', label: t('webhooks.all') },
          ...WEBHOOK_STATES.map((name) => ({ value: name, label: t(`deliveryState.${name}`) })),
        ]}
      />
    </div>
  )
}

const FACES = {
  pending: { tone: 'wait', Icon: IconClock },
  delivered: { tone: 'good', Icon: IconCheck },
  failed: { tone: 'bad', Icon: IconBan },
} as const

type Props = { delivery: WebhookDelivery; mayManage: boolean }

/** One event's delivery to one endpoint: its attempts and the last response. */
function DeliveryRow({ delivery, mayManage }: Props) {
  const t = useT()
  const { type, state, endpointName, lastAnswer, lastError, eventId, replayOf, createdAt } = delivery
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <strong>{type}</strong>
        <StatusBadge {...FACES[state]}>{t(`deliveryState.${state}`)}</StatusBadge>
      </div>
      <p className={blocks.quiet}>
        {endpointName} · {formatDateTime(createdAt)}
        {replayOf && ` · ${t('webhooks.isReplay')}`}
      </p>
      <p className={blocks.quiet}>{t('webhooks.eventId', { id: eventId })}</p>
      <Attempts delivery={delivery} />
      {lastError && <p className={classes.words}>{lastError}</p>}
      {lastAnswer && (
        <section
          className={classes.raw}
          aria-label={t('webhooks.answer')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
          tabIndex={0}
        >
          {lastAnswer}
        </section>
      )}
      {mayManage && state !== 'pending' && <ReplayButton delivery={delivery} />}
    </li>
  )
}

function Attempts({ delivery: { attempts, lastStatus, nextAttemptAt } }: Pick<Props, 'delivery'>) {
  const t = useT()
  const answered = lastStatus === null ? '' : ` · HTTP ${lastStatus}`
  const next =
    nextAttemptAt && attempts > 0 ? ` · ${t('webhooks.next', { time: formatDateTime(nextAttemptAt) })}` : ''
  return (
    <p className={blocks.quiet}>
      {t('webhooks.attempts', { count: attempts })}
      {answered}
      {next}
    </p>
  )
}

function ReplayButton({ delivery: { id, type, createdAt } }: Pick<Props, 'delivery'>) {
  const t = useT()
  const utils = trpc.useUtils()
  const replay = useAction(trpc.webhooks.replayDelivery, {
    done: { title: t('webhooks.resent'), message: t('webhooks.resentText') },
    onEnd: [utils.webhooks],
  })
  return (
    <div className={classes.bar}>
      <Button
        variant="default"
        px="md"
        loading={replay.isPending}
        aria-label={t('webhooks.resendFor', { type, time: formatDateTime(createdAt) })}
        onClick={() => replay.run({ id })}
      >
        {t('webhooks.resend')}
      </Button>
    </div>
  )
}

type Action = 'test' | 'edit' | 'rotate' | 'replay' | 'retire'
type WebhookActionsProps = { webhook: Webhook; onIssued: (issued: IssuedWebhook) => void; onEdit: () => void }

/** The actions that owners may take on an endpoint, with their dialogs. */
export function WebhookActions({ webhook, onIssued, onEdit }: WebhookActionsProps) {
  const t = useT()
  const { id, name, isActive } = webhook
  const { subject, isOpen, ask, close } = useAsked<'rotate' | 'replay' | 'retire'>()
  const { test, rotate, replay, retire } = useManageWebhook({ onIssued, onSettled: close })
  const actions: Action[] = isActive
    ? ['test', 'edit', 'rotate', 'replay', 'retire']
    : ['edit', 'rotate', 'retire']
  const start = (action: Action) => {
    if (action === 'test') test.run({ id })
    else if (action === 'edit') onEdit()
    else ask(action)
  }
  const confirms = { rotate, retire }
  return (
    <div className={classes.bar}>
      {actions.map((action) => (
        <Button
          key={action}
          variant="default"
          px="md"
          aria-label={t('webhooks.actionFor', { action: t(`webhooks.${action}`), name })}
          loading={action === 'test' && test.isPending}
          onClick={() => start(action)}
        >
          {t(`webhooks.${action}`)}
        </Button>
      ))}
      {(subject === 'rotate' || subject === 'retire') && (
        <ConfirmDialog
          title={t(`webhooks.${subject}Title`, { name })}
          text={t(`webhooks.${subject}Text`)}
          action={t(`webhooks.${subject}`)}
          opened={isOpen}
          isPending={confirms[subject].isPending}
          onConfirm={() => confirms[subject].run({ id })}
          onClose={close}
        />
      )}
      {subject === 'replay' && (
        <ReplayDialog
          name={name}
          opened={isOpen}
          isPending={replay.isPending}
          onReplay={(since) => replay.run({ id, since })}
          onClose={close}
        />
      )}
    </div>
  )
}

type Handlers = { onIssued: (issued: IssuedWebhook) => void; onSettled: () => void }

/** Act on an endpoint, report the outcome and reload both lists. */
function useManageWebhook({ onIssued, onSettled }: Handlers) {
  const t = useT()
  const utils = trpc.useUtils()
  // Also after a refusal: someone else changed it first.
  const onEnd = (error: unknown) => {
    // Someone who did not confirm who they are can do so from the same dialog.
    if (!isUnproven(error)) onSettled()
    return utils.webhooks.invalidate()
  }
  return {
    test: useAction(trpc.webhooks.sendTest, {
      done: { title: t('webhooks.tested'), message: t('webhooks.testedText') },
      onEnd,
    }),
    rotate: useAction(trpc.webhooks.rotateSecret, { onDone: onIssued, onEnd }),
    replay: useAction(trpc.webhooks.replayFailed, {
      done: ({ replayed: count }) => ({
        title: t('webhooks.replayed'),
        message: t('webhooks.replayedText', { count }),
      }),
      onEnd,
    }),
    retire: useAction(trpc.webhooks.retireWebhook, {
      done: ({ name }) => ({ title: t('webhooks.retired'), message: name }),
      onEnd,
    }),
  }
}

const DAY_MS = 24 * 60 * 60 * 1000
const SPANS = [1, 7, 30, 90]

type ReplayDialogProps = {
  name: string
  opened: boolean
  isPending: boolean
  onReplay: (since: string) => void
  onClose: () => void
}

/** Sends missed events again, from a chosen time on. */
function ReplayDialog({ name, opened, isPending, onReplay, onClose }: ReplayDialogProps) {
  const t = useT()
  const [days, setDays] = useState(SPANS[0] ?? 1)
  return (
    <Dialog title={t('webhooks.replayTitle', { name })} opened={opened} onClose={onClose}>
      <Stack>
        <Text>{t('webhooks.replayText')}</Text>
        <NativeSelect
          label={t('webhooks.since')}
          data={SPANS.map((span) => ({ value: String(span), label: t('webhooks.lastDays', { days: span }) }))}
          value={String(days)}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
        />
        <DialogButtons
          action={t('webhooks.replay')}
          isPending={isPending}
          onCancel={onClose}
          onAct={() => onReplay(new Date(Date.now() - days * DAY_MS).toISOString())}
        />
      </Stack>
    </Dialog>
  )
}
